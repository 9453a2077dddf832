import { useEffect, useMemo, useState } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { tabs } from '#web/features/all-features.ts'
import { useLocation } from '#web/navigation/navigate.ts'
import { parseDashboardPath } from '#web/navigation/paths.ts'
import { useAuth } from '#web/session/session.ts'
import { useVisibleViews } from '../menus/view-tabs.tsx'
import { listActs } from './acts.ts'
import { chooseOption } from './choose-option.ts'
import { FindDialog } from './find-dialog.tsx'
import { toGroups } from './find-options.ts'
import { noteOpened, type Owner, useRecents } from './recents.ts'
import { useFind } from './use-find.ts'

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
