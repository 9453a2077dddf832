import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { tabs } from '#web/features/all-features.ts'
import { useLocation } from '#web/navigation/navigate.ts'
import { parseDashboardPath, dashboardPath } from '#web/navigation/paths.ts'
import { useAuth } from '#web/session/session.ts'
import { go, openOver } from '#web/features/scan/open-code.ts'
import { type DialogRequest, openDialog } from '#web/navigation/dialogs.ts'
import { isAnyDialogOpen } from '#web/ui/overlays/open-dialogs.ts'
import { useVisibleViews } from '../menus/view-tabs.tsx'
import { listActs, type ActTarget } from './acts.ts'
import { FindDialog } from './find-dialog.tsx'
import { toGroups, type FindOption } from './find-options.ts'
import { noteOpened, type Owner, useRecents, noteSearched, type RecentRow } from './recents.ts'
import { useFind } from './use-find.ts'
import { showShortcuts } from '../menus/shortcuts.ts'
import { closeFindBox } from './find-store.ts'

type FindBoxProps = { shop: BootstrapShop; open: boolean; onClose: () => void }

/** One box that finds the shop's orders, customers, products, views and acts. It stays mounted, hidden, as long as the shop. */
export function FindBox({ shop, open, onClose }: FindBoxProps) {
  const { userId } = useDevice()
  const owner = useMemo(() => ({ userId, shopId: shop.id }), [userId, shop.id])
  useNotedOrders(owner)
  const [typed, setTyped] = useState('')
  const { rows: recentRows, searches } = useRecents(owner)
  const { shown, hasFailed } = useFind(shop.id, open, typed, recentRows)
  const views = useVisibleViews()
  const { hasPrivilege } = useAuth()
  if (!open) return null
  const acts = listActs({ shopId: shop.id, views, hasPrivilege })
  const isAnswered = shown?.typed === typed
  const isFound = isAnswered && (shown.isComplete || shown.best.orders === 'ticket')
  return (
    <FindDialog
      shop={shop}
      typed={typed}
      groups={toGroups(typed, shown, { shopId: shop.id, acts, searches, ticketPrefix: shopToProfile(shop).ticketPrefix })}
      query={isAnswered && typed.trim() !== '' ? shown.query : undefined}
      state={hasFailed ? 'failed' : typed.trim() === '' ? 'empty' : isFound ? 'found' : 'reading'}
      onType={setTyped}
      onChoose={(option) => {
        setTyped('')
        chooseOption(option, typed, owner)
      }}
      onClose={() => {
        setTyped('')
        onClose()
      }}
    />
  )
}

function useNotedOrders(owner: Owner): void {
  const { pathname } = useLocation()
  const place = parseDashboardPath(pathname, tabs)
  const orderId = place.kind === 'dashboard' ? place.orderId : undefined
  useEffect(() => {
    if (orderId !== undefined) noteOpened(owner, { collection: 'orders', id: orderId })
  }, [owner, orderId])
}

/** Opens the chosen option. An open form with unsaved text asks first. */
function chooseOption(option: Exclude<FindOption, { kind: 'search' }>, typed: string, owner: Owner): void {
  // Close the box first, so that the form below it can ask.
  flushSync(closeFindBox)
  noteSearched(owner, typed)
  const note = (collection: RecentRow['collection'], id: string): void => noteOpened(owner, { collection, id })
  switch (option.kind) {
    case 'order': {
      const orderId = option.found.order.id
      note('orders', orderId)
      if (isAnyDialogOpen()) go(dashboardPath({ shopId: owner.shopId, orderId }))
      else openDialog({ kind: 'order-edit', orderId })
      return
    }
    case 'customer':
      note('customers', option.customer.id)
      return open({ kind: 'customer-edit', customerId: option.customer.id })
    case 'product':
      note('products', option.product.id)
      return open({ kind: 'product-edit', productId: option.product.id })
    case 'act':
      return follow(option.act.leadsTo)
  }
}

function follow(target: ActTarget): void {
  if (target === 'shortcuts') showShortcuts()
  else if ('path' in target) go(target.path)
  else open(target.dialog)
}

const open = (dialog: DialogRequest): void => void openOver(dialog)
