import { isFinishedStatus, orderStatusIdByName } from '#schema/values/order-status.ts'
import type { PublicOrder } from '../portal-api.ts'

/**
 * Orders in progress apart from finished ones; in both the server's order, newest first, is kept. What was repaired and waits to be picked up
 * is not over for its customer.
 */
export function splitOrders(orders: readonly PublicOrder[]): { open: PublicOrder[]; finished: PublicOrder[] } {
  const isOver = ({ orderStatusId }: PublicOrder) => isFinishedStatus(orderStatusId) && orderStatusId !== orderStatusIdByName.Fixed
  return { open: orders.filter((order) => !isOver(order)), finished: orders.filter(isOver) }
}

/** The due date to show; null for a finished order, which is not due any more. */
export const orderToDueDate = ({ orderStatusId, dueTimestamp }: Pick<PublicOrder, 'orderStatusId' | 'dueTimestamp'>): string | null =>
  isFinishedStatus(orderStatusId) ? null : dueTimestamp
