import { isFinishedStatus, orderStatusIdByName } from '#schema/values/order-status.ts'
import type { PublicOrder } from '../portal-api.ts'

const over: ReadonlySet<string> = new Set([orderStatusIdByName['Picked up'], orderStatusIdByName.Recycled, orderStatusIdByName.Cancelled])

/**
 * Open orders: those in work, then those to pick up, repaired or not. Finished ones are separate. Each group keeps the
 * server's order, newest first.
 */
export function splitOrders(orders: readonly PublicOrder[]): { open: PublicOrder[]; finished: PublicOrder[] } {
  const isOver = ({ orderStatusId }: PublicOrder) => over.has(orderStatusId)
  const isFinished = ({ orderStatusId }: PublicOrder) => isFinishedStatus(orderStatusId)
  return {
    open: [...orders.filter((order) => !isFinished(order)), ...orders.filter((order) => isFinished(order) && !isOver(order))],
    finished: orders.filter(isOver),
  }
}

/** The due date to show; null for a finished order. */
export const orderToDueDate = ({ orderStatusId, dueTimestamp }: Pick<PublicOrder, 'orderStatusId' | 'dueTimestamp'>): string | null =>
  isFinishedStatus(orderStatusId) ? null : dueTimestamp
