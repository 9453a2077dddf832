import { isFinishedStatus, orderStatusIdByName } from '../../values/order-status.ts'

type Before = { orderStatusId: unknown; fixedAt?: unknown }

/**
 * Since when an order has been Fixed, after its status became another one at `at`, on the device and on the server
 * alike.
 * Picking it up leaves that as it is; an order that is set back is Fixed anew when it is Fixed again. `before` is
 * undefined for a new order.
 */
export function toFixedAt(before: Before | undefined, orderStatusId: unknown, at: string): string | null {
  if (typeof orderStatusId !== 'string' || !isFinishedStatus(orderStatusId)) return null
  const known = typeof before?.fixedAt === 'string' && isFinishedStatus(String(before.orderStatusId)) ? before.fixedAt : null
  return known ?? (orderStatusId === orderStatusIdByName.Fixed ? at : null)
}
