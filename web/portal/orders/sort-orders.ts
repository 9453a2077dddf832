import { isFinishedStatus } from '#schema/values/order-status.ts'
import type { PublicOrder } from '../portal-api.ts'

/** Orders in progress first; within both groups the server's order, newest first, is kept. */
export function openOrdersFirst(orders: readonly PublicOrder[]): PublicOrder[] {
  const isFinished = ({ orderStatusId }: PublicOrder) => isFinishedStatus(orderStatusId)
  return [...orders.filter((order) => !isFinished(order)), ...orders.filter(isFinished)]
}

/** The due date to show; null for a finished order, which is not due any more. */
export const orderToDueDate = ({ orderStatusId, dueTimestamp }: Pick<PublicOrder, 'orderStatusId' | 'dueTimestamp'>): string | null =>
  isFinishedStatus(orderStatusId) ? null : dueTimestamp
