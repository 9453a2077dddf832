import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { defineDrafts } from '../define-feature.ts'
import { changeOfRow, describeDraft } from '../draft-words.ts'
import { orderForm } from './form.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'
import type { Op } from '#schema/api/sync.ts'

const AddOrderDialog = laterDialog(async () => (await import('./add-order-dialog.tsx')).AddOrderDialog)
const EditOrderDialog = laterDialog(async () => (await import('./edit-order-dialog.tsx')).EditOrderDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    'order-add': {}
    'order-edit': { orderId: string }
  }
}

const shownFields = new Set<string>(Object.values(orderForm.rowFields))

export const drafts = defineDrafts({
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
