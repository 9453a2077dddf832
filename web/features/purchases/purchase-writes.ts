import type { PurchaseLine } from '#schema/collections/stock/purchase-lines.ts'
import type { Purchase } from '#schema/collections/stock/purchases.ts'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import type { PurchaseState } from '#schema/values/stock/supply-states.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import { t } from './purchases-texts.ts'

/** Receives pieces, or takes them back where `by` is below 0. Two tablets that receive at one time add up. */
export const toReceiveOp = (line: PurchaseLine, by: number): OpInput => ({
  action: 'update',
  collection: 'purchase_lines',
  id: line.id,
  values: { received: line.received + by },
  seen: { received: line.received },
})

/** A sent purchase orders the parts of its repairs; a cancelled one leaves them to order again. */
export function toStateOps(purchase: Purchase, state: PurchaseState, waiting: readonly OrderLine[], expectedAt: string | null): OpInput[] {
  const { supplierId, reference } = purchase
  const ofLine = state === 'sent' ? { supply: 'ordered' as const, supplierId, reference, expectedAt } : { supply: 'to-order' as const }
  const lines = waiting.filter(({ supply }) => supply !== 'arrived' && supply !== 'returned')
  return [
    { action: 'update', collection: 'purchases', id: purchase.id, values: { state }, seen: { state: purchase.state } },
    ...lines.map((line): OpInput => ({ action: 'update', collection: 'order_lines', id: line.id, values: ofLine, seen: line })),
  ]
}

type Words = { nameOf: (line: PurchaseLine) => string; skuOf: (line: PurchaseLine) => string | null; shopName: string }

/** The purchase as a text for a supplier's mail or chat. */
export const purchaseToText = ({ reference }: Purchase, lines: readonly PurchaseLine[], { nameOf, skuOf, shopName }: Words): string =>
  [
    reference === null ? t.orderOf({ shop: shopName }) : t.orderOfNamed({ shop: shopName, reference }),
    '',
    ...lines.map((line) => [`${line.quantity} × ${nameOf(line)}`, skuOf(line)].filter((part) => part !== null).join(', ')),
  ].join('\n')
