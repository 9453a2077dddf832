import { isFinishedStatus, orderStatusIdByName } from '../../values/order-status.ts'
import { owedStatusIds } from '../money/unpaid-report.ts'
import type { StatusFilter } from './status-filter.ts'

/** The tabs over the list of orders, in their order. */
export const orderViews = ['open', 'mine', 'ready', 'waiting', 'unpaid', 'all', 'sales'] as const

export type OrderView = (typeof orderViews)[number]

/** The shop waits for somebody outside: the customer, a supplier, or the lab. */
export const waitingStatusIds: readonly string[] = (['In the Lab', 'Waiting For Approval', 'Waiting For Part', 'Waiting for information'] as const).map(
  (name) => orderStatusIdByName[name],
)

const statusesByView: Readonly<Record<OrderView, StatusFilter>> = {
  open: 'open',
  mine: 'open',
  ready: [orderStatusIdByName.Fixed],
  waiting: waitingStatusIds,
  unpaid: owedStatusIds,
  all: 'all',
  sales: 'all',
}

/** The statuses that a view shows. */
export const orderViewToStatuses = (view: OrderView): StatusFilter => statusesByView[view]

/** `all` keeps the documented order of the list, sales come newest first; the other views show what is due or oldest first. */
export const isInWorkOrder = (view: OrderView): boolean => view !== 'all' && view !== 'sales'

type ViewedOrder = { statusId: string; assigneeId: string | null; isUnpaid: () => boolean }

/** Prepares a predicate that a list calls per row. `mine`: the employees that the user is. */
export function orderViewToMatcher(view: OrderView, mine: readonly string[]): (order: ViewedOrder) => boolean {
  switch (view) {
    case 'all':
    case 'sales':
      return () => true
    case 'open':
      return ({ statusId }) => !isFinishedStatus(statusId)
    case 'mine':
      return ({ statusId, assigneeId }) => assigneeId !== null && mine.includes(assigneeId) && !isFinishedStatus(statusId)
    case 'unpaid':
      return ({ statusId, isUnpaid }) => owedStatusIds.includes(statusId) && isUnpaid()
    case 'ready':
    case 'waiting': {
      const shown = new Set(statusesByView[view])
      return ({ statusId }) => shown.has(statusId)
    }
  }
}

/** Columns by which a list of orders can be sorted. */
export const orderSortColumns = ['ticket', 'customer', 'item', 'status', 'assignee', 'due'] as const

export type OrderSortColumn = (typeof orderSortColumns)[number]

export type OrderSort = { by: OrderSortColumn; isDown: boolean }
