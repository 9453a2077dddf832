import { isFinishedStatus, orderStatusIdByName } from '#schema/values/order-status.ts'
import type { PublicOrder } from '../portal-api.ts'

const over: ReadonlySet<string> = new Set([orderStatusIdByName['Picked up'], orderStatusIdByName.Recycled, orderStatusIdByName.Cancelled])

/**
 * Orders that a customer waits for, then those to pick up, repaired or not; apart from them what is over. In each group the server's order,
 * newest first, is kept.
 */
export function splitOrders(orders: readonly PublicOrder[]): { open: PublicOrder[]; finished: PublicOrder[] } {
  const isOver = ({ orderStatusId }: PublicOrder) => over.has(orderStatusId)
  const isFinished = ({ orderStatusId }: PublicOrder) => isFinishedStatus(orderStatusId)
  return {
    open: [...orders.filter((order) => !isFinished(order)), ...orders.filter((order) => isFinished(order) && !isOver(order))],
    finished: orders.filter(isOver),
  }
}

/** The due date to show; null for a finished order, which is not due any more. */
export const orderToDueDate = ({ orderStatusId, dueTimestamp }: Pick<PublicOrder, 'orderStatusId' | 'dueTimestamp'>): string | null =>
  isFinishedStatus(orderStatusId) ? null : dueTimestamp
