import { ClipboardList, ClipboardPlus } from 'lucide-react'
import { openDialog } from '#web/navigation/dialogs.ts'
import { defineFeature } from '../define-feature.ts'
import { OrdersView } from './list/orders-view.tsx'
import { laterDialog } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const OrderDialog = laterDialog(async () => (await import('./order-dialog.tsx')).OrderDialog)
const BulkDialog = laterDialog(async () => (await import('./bulk/bulk-dialog.tsx')).BulkDialog)

declare module '#web/navigation/paths.ts' {
  interface DashboardTabs {
    orders: true
  }
}

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    /** `visit`: the orders that the customer has just brought in. */
    'order-add': {
      customerId?: string | undefined
      visit?: readonly string[] | undefined
      /** Makes a warranty claim on this order. */ claimOf?: string | undefined
    }
    /** Without an id the dialog reports a missing order. */
    'order-edit': { orderId?: string | undefined }
    /** Progress and outcome of a bulk change, read from the bulk store. */
    'orders-bulk': {}
  }
}

export const orders = defineFeature({
  name: 'orders',
  views: [
    {
      tab: 'orders',
      label: menu.orders(),
      Icon: ClipboardList,
      count: { label: menu.openOrders(), tone: 'neutral', read: ({ ordersOpen }) => ordersOpen },
      hotkey: { keys: 'g o', place: 1 },
      show: ({ shop, customerId }) => <OrdersView shopId={shop.id} customerId={customerId} />,
    },
  ],
  dialogs: {
    'order-add': ({ shopId, request, onClose }) => (
      <OrderDialog
        shopId={shopId}
        mode="add"
        customerId={request.customerId}
        claimOf={request.claimOf}
        onClose={onClose}
        onCreated={(orderId) => openDialog({ kind: 'checklist', orderId, visit: request.visit })}
      />
    ),
    'order-edit': ({ shopId, request, onClose }) => (request.orderId === undefined ? <OrderDialog shopId={shopId} mode="edit" onClose={onClose} /> : null),
    'orders-bulk': ({ shopId, onClose }) => <BulkDialog shopId={shopId} onClose={onClose} />,
  },
  flows: [{ label: menu.createOrder(), Icon: ClipboardPlus, shortcut: 'n', dialog: { kind: 'order-add' } }],
  hotkeys: [{ keys: 'n', text: menu.newOrder(), place: 1, dialog: { kind: 'order-add' } }],
})
