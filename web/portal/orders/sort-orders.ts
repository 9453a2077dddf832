import { isFinishedStatus } from '#schema/rules/orders/order-status.ts'
import type { PublicOrder } from '../portal-api.ts'

/** What the shop still works on comes first; either part stays as the server lists it, newest first. */
export function openOrdersFirst(orders: readonly PublicOrder[]): PublicOrder[] {
  const isFinished = ({ orderStatusId }: PublicOrder) => isFinishedStatus(orderStatusId)
  return [...orders.filter((order) => !isFinished(order)), ...orders.filter(isFinished)]
}

/** A repair that is over has no date by which it is due. */
export const orderToDueDate = ({ orderStatusId, dueTimestamp }: Pick<PublicOrder, 'orderStatusId' | 'dueTimestamp'>): string | null =>
  isFinishedStatus(orderStatusId) ? null : dueTimestamp
