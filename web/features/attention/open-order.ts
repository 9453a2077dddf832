import type { Op } from '#schema/api/sync.ts'
import type { RowRef } from '#web/device/rows/rows.ts'
import { opToReferences } from './refused/refused-groups.ts'

/** The order that a change is about, where it can be opened: its own row, or the one that a payment, cost, task or tick belongs to. */
export function changeToOpenOrder(ops: readonly Op[], hasRow: (row: RowRef) => boolean): string | undefined {
  const orders = ops.flatMap((op) => [
    ...(op.collection === 'orders' ? [op.id] : []),
    ...opToReferences(op).flatMap(({ collection, id }) => (collection === 'orders' ? [id] : [])),
  ])
  return orders.find((id) => hasRow({ collection: 'orders', id }))
}
