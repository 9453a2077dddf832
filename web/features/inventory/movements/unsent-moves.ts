import type { StockReason } from '#schema/rules/inventory/stock-moves.ts'
import type { WaitingChange } from '#web/device/outbox/unsent/waiting-changes.ts'

/** `countAfter` is null until the server has applied the movement. */
export type ShownMovement = {
  id: string
  delta: number
  countAfter: number | null
  reason: StockReason
  orderId: string | null
  userId: string | null
  at: string
}

/** Movements made on this device that the server does not have yet, newest first. */
export function findUnsentMoves(changes: readonly WaitingChange[], productId: string): ShownMovement[] {
  const shown = changes.flatMap(({ mutationId, at, ops, effects = [] }) => {
    const waiting = { countAfter: null, orderId: null, userId: null, at }
    const orderId = ops.map(toOrderId).find((id) => id !== null) ?? null
    const counted = ops.flatMap((op, index): ShownMovement[] => {
      const delta = op.collection === 'products' && op.id === productId ? toCounted(op) : 0
      return delta === 0 ? [] : [{ ...waiting, id: `${mutationId}/${index}`, delta, reason: 'count' }]
    })
    const moved = effects.flatMap((effect): ShownMovement[] =>
      effect.action === 'count' && effect.key === `products/${productId}`
        ? [{ ...waiting, id: `${mutationId}/lines`, delta: effect.delta, reason: 'line', orderId }]
        : [],
    )
    return [...counted, ...moved]
  })
  return shown.toReversed()
}

const toOrderId = (op: WaitingChange['ops'][number]): string | null =>
  op.action === 'create' && op.collection === 'order_lines' && typeof op.values['orderId'] === 'string' ? op.values['orderId'] : null

function toCounted(op: WaitingChange['ops'][number]): number {
  if (op.action === 'create') return Number(op.values['inventoryCount'] ?? 0)
  const change = op.action === 'update' ? op.changes['inventoryCount'] : undefined
  return change === undefined ? 0 : Number(change.to) - Number(change.from)
}
