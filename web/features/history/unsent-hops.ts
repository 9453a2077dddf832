import type { WaitingChange } from '#web/device/outbox/unsent/waiting-changes.ts'

export type StatusHop = { id: string; statusId: string; at: string; isUnsent: boolean }

/** Status changes of an order that the server does not have yet, oldest first. */
export function findUnsentHops(changes: readonly WaitingChange[], orderId: string): StatusHop[] {
  return changes.flatMap(({ mutationId, at, ops }) =>
    ops.flatMap((op, index): StatusHop[] => {
      if (op.collection !== 'orders' || op.id !== orderId) return []
      const statusId = op.action === 'create' ? op.values['orderStatusId'] : op.action === 'update' ? op.changes['orderStatusId']?.to : undefined
      return typeof statusId === 'string' ? [{ id: `${mutationId}/${index}`, statusId, at, isUnsent: true }] : []
    }),
  )
}

/** Newest first; unsent ones on top. */
export const mergeHops = (sent: readonly StatusHop[], unsent: readonly StatusHop[]): StatusHop[] => [...unsent.toReversed(), ...sent.toReversed()]
