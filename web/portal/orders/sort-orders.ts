import { isFinishedStatus, orderStatusIdByName } from '#schema/values/order-status.ts'
import type { PublicOrder } from '../portal-api.ts'

const over: ReadonlySet<string> = new Set([orderStatusIdByName['Picked up'], orderStatusIdByName.Recycled, orderStatusIdByName.Cancelled])

/** Orders that a customer waits for or has to pick up apart from those that are over; in both the server's order, newest first, is kept. */
export function splitOrders(orders: readonly PublicOrder[]): { open: PublicOrder[]; finished: PublicOrder[] } {
  const isOver = ({ orderStatusId }: PublicOrder) => over.has(orderStatusId)
  return { open: orders.filter((order) => !isOver(order)), finished: orders.filter(isOver) }
}

/** The due date to show; null for a finished order, which is not due any more. */
export const orderToDueDate = ({ orderStatusId, dueTimestamp }: Pick<PublicOrder, 'orderStatusId' | 'dueTimestamp'>): string | null =>
  isFinishedStatus(orderStatusId) ? null : dueTimestamp
