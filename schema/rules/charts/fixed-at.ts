import { isFinishedStatus, orderStatusIdByName } from '../../values/order-status.ts'

type Before = { orderStatusId: unknown; fixedAt?: unknown }

/** `fixedAt` after a status change at `at`. Pick-up keeps it; becoming Fixed again sets it anew. `before`: undefined for a new order. */
export function toFixedAt(before: Before | undefined, orderStatusId: unknown, at: string): string | null {
  if (typeof orderStatusId !== 'string' || !isFinishedStatus(orderStatusId)) return null
  const known = typeof before?.fixedAt === 'string' && isFinishedStatus(String(before.orderStatusId)) ? before.fixedAt : null
  return known ?? (orderStatusId === orderStatusIdByName.Fixed ? at : null)
}
