import { type StatusFilter, statusFilterToMatcher } from '#schema/rules/orders/status-filter.ts'
import { isFinishedStatus, type OrderStatusGroup, statusGroup } from '#schema/values/order-status.ts'

const rankByGroup: Record<OrderStatusGroup, number> = { new: 0, 'in-work': 1, waiting: 2, done: 3, closed: 4 }

/** Statuses with a column, in workflow order; finished ones last. */
export const toBoardStatuses = (statusIds: readonly string[], filter: StatusFilter): string[] =>
  statusIds.filter(statusFilterToMatcher(filter)).toSorted((a, b) => rankOf(a) - rankOf(b))

const rankOf = (statusId: string): number => (isFinishedStatus(statusId) ? 10 : 0) + rankByGroup[statusGroup(statusId)]

/** Finished columns start folded, unless the filter asks for them. */
export const isFoldedAtFirst = (statusId: string, filter: StatusFilter): boolean => isFinishedStatus(statusId) && typeof filter === 'string'
