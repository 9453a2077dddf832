import { flushSync } from 'react-dom'
import { go, openOver } from '#web/features/scan/open-code.ts'
import { type DialogRequest, openDialog } from '#web/navigation/dialogs.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { isAnyDialogOpen } from '#web/ui/overlays/open-dialogs.ts'
import { showShortcuts } from '../menus/shortcuts.ts'
import type { ActTarget } from './acts.ts'
import type { FindOption } from './find-options.ts'
import { closeFindBox } from './find-store.ts'
import { noteOpened, noteSearched, type Owner, type RecentRow } from './recents.ts'

/** Opens the chosen option. An open form with unsaved text asks first. */
export function chooseOption(option: Exclude<FindOption, { kind: 'search' }>, typed: string, owner: Owner): void {
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
