import type { Customer } from '#schema/collections/work/customers.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Task } from '#schema/collections/work/tasks.ts'
import type { EstimateMark } from '#schema/rules/estimates/estimate-mark.ts'
import type { StatusFilter } from '#schema/rules/orders/status-filter.ts'
import type { DueDirection } from '#schema/values/task-sort.ts'

export type AssigneeFilter = 'all' | 'unassigned' | (string & {})

/** Days are `YYYY-MM-DD` of the device's calendar, both inclusive, on the row's creation. `page` starts at 1. */
export type OrdersQuery = {
  shopId: string
  customerId?: string | undefined
  search: string
  from: string | null
  to: string | null
  status: StatusFilter
  assignee: AssigneeFilter
  /** Only orders of which something is left to pay. */
  isUnpaid?: boolean | undefined
  /** Only orders whose status last changed on these days, both inclusive. */
  statusSince?: { from: string | null; to: string | null } | undefined
  page: number
  pageSize: number
}

/** Days are those on which a task is due. */
export type TasksQuery = {
  shopId: string
  search: string
  from: string | null
  to: string | null
  assignee: AssigneeFilter
  direction: DueDirection
  page: number
  pageSize: number
}

export type CustomersQuery = { shopId: string; search: string; from: string | null; to: string | null; page: number; pageSize: number }

export type OrderListRow = {
  order: Order
  customer: Customer | undefined
  /** Sums of the order's payments and costs in whole units of money; null when there are none. */
  paymentsTotal: number | null
  costsTotal: number | null
  /** What is left to pay; null where nobody said what the order costs. */
  balance: number | null
  /** The customer said no to the newest estimate, or has not answered it; null else. */
  estimate: EstimateMark | null
  isUnsent: boolean
  /** Milliseconds of the last change while somebody looks at the row; for a tint. */
  changedAt: number | null
}

/** `order` is undefined for a task of the shop, and while it has not arrived. */
export type TaskListRow = { task: Task; order: Order | undefined; customer: Customer | undefined; isUnsent: boolean; changedAt: number | null }

export type CustomerListRow = { customer: Customer; isUnsent: boolean; changedAt: number | null }
