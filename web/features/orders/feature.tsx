import { ClipboardList, ClipboardPlus } from 'lucide-react'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { defineFeature } from '../define-feature.ts'
import { changeOfRow, describeDraft } from '../draft-words.ts'
import { orderForm } from './form.ts'
import { OrdersView } from './list/orders-view.tsx'
import { laterDialog } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'
import type { Op } from '#schema/api/sync.ts'

const shownFields = new Set<string>(Object.values(orderForm.rowFields))
const AddOrderDialog = laterDialog(async () => (await import('./add-order-dialog.tsx')).AddOrderDialog)
const EditOrderDialog = laterDialog(async () => (await import('./edit-order-dialog.tsx')).EditOrderDialog)
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

declare module '../define-feature.ts' {
  interface RefusedForms {
    'order-add': {}
    'order-edit': { orderId: string }
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
  draftKinds: {
    'order-add': ({ first, second, draft }) => ({
      shopId: first,
      noun: menu.draft.order(),
      ...describeDraft('orders', draft),
      dialog: { kind: 'order-add', customerId: second === undefined || second === 'any' ? undefined : second },
    }),
    'order-claim': ({ first, draft }) => ({
      noun: menu.draft.warrantyClaim(),
      ...describeDraft('orders', draft),
      row: { collection: 'orders', id: first },
      dialog: { kind: 'order-add', claimOf: first },
    }),
    'order-edit': changeOfRow('orders', (orderId) => ({ kind: 'order-edit', orderId })),
  },
  unknownDraftToText: (draft) => draftToText('orders', draft),
  corrects: {
    rows: {
      orders: {
        shownFields,
        createToForm: ({ typed, toSource }) => ({ kind: 'order-add', source: toSource(typed) }),
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: 'order-edit', orderId: id, source: toSource(typed, seen) }),
      },
    },
    whole: (ops, { toSource, isShownWhole }) => {
      const taken = opsToTaken(ops)
      if (taken === undefined || !isShownWhole(taken.order)) return undefined
      const typed = Object.entries(taken.order.values).filter(([name]) => shownFields.has(name))
      return { kind: 'order-add', source: toSource({ ...Object.fromEntries(typed), services: taken.services }) }
    },
    forms: {
      'order-add': { show: (props) => <AddOrderDialog {...props} customerId={undefined} /> },
      'order-edit': {
        needs: ({ orderId }) => [{ collection: 'orders', id: orderId }],
        show: (props, { orderId }) => <EditOrderDialog {...props} orderId={orderId} />,
      },
    },
  },
})

type Create = Extract<Op, { action: 'create' }>

/** A refused new order whose lines all came from the price list; `services`: their ids, as the form keeps them. */
function opsToTaken(ops: readonly Op[]): { order: Create; services: string } | undefined {
  const creates = ops.flatMap((op) => (op.action === 'create' ? [op] : []))
  const [order, ...lines] = creates
  if (order === undefined || lines.length === 0 || creates.length < ops.length || order.collection !== 'orders') return undefined
  const services = lines.flatMap(({ collection, values: { orderId, serviceId } }) =>
    collection === 'order_lines' && orderId === order.id && typeof serviceId === 'string' ? [serviceId] : [],
  )
  // Whether the quote is the sum of the lines follows from them again.
  const { quoteFromLines: _, ...values } = order.values
  return services.length < lines.length ? undefined : { order: { ...order, values }, services: [...new Set(services)].join(' ') }
}
