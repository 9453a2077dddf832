import type { Op } from '#schema/api/sync.ts'
import type { RowRef } from '#web/device/rows/rows.ts'
import { opToReferences } from './refused/refused-groups.ts'

/** The order to open for a change: its own row, or the owner of a payment, cost, task or tick. */
export function changeToOpenOrder(ops: readonly Op[], hasRow: (row: RowRef) => boolean): string | undefined {
  const orders = ops.flatMap((op) => [
    ...(op.collection === 'orders' ? [op.id] : []),
    ...opToReferences(op).flatMap(({ collection, id }) => (collection === 'orders' ? [id] : [])),
  ])
  return orders.find((id) => hasRow({ collection: 'orders', id }))
}
