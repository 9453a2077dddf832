import type { Customer } from '#schema/collections/work/customers.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Task } from '#schema/collections/work/tasks.ts'
import type { EstimateMark } from '#schema/rules/estimates/estimate-mark.ts'
import type { OrderSort, OrderView } from '#schema/rules/orders/order-views.ts'
import type { StatusFilter } from '#schema/rules/orders/status-filter.ts'
import type { DueDirection } from '#schema/values/task-sort.ts'

type AssigneeFilter = 'all' | 'unassigned' | (string & {})

/** Creation days as `YYYY-MM-DD`, both inclusive. `page` starts at 1. */
export type OrdersQuery = {
  shopId: string
  customerId?: string | undefined
  search: string
  from: string | null
  to: string | null
  status: StatusFilter
  assignee: AssigneeFilter
  /** Only orders with an open balance. */
  isUnpaid?: boolean | undefined
  /** Only orders whose status last changed on these days, both inclusive. */
  statusSince?: { from: string | null; to: string | null } | undefined
  /** The tab over the list; without one all orders in their documented order. */
  view?: OrderView | undefined
  /** The employees that the user is, for the view 'mine'. */
  mine?: readonly string[] | undefined
  /** Only unfinished orders that are due on these days, both inclusive. */
  due?: { from: string | null; to: string | null } | undefined
  /** In place of the view's order. */
  sort?: OrderSort | null | undefined
  page: number
  pageSize: number
}

/** Days filter by due date. */
export type TasksQuery = {
  shopId: string
  search: string
  from: string | null
  to: string | null
  assignee: AssigneeFilter
  /** Only tasks that are not completed. */
  isOpen?: boolean | undefined
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
  /** How it was paid, each method once; null: without a method. */
  methods: readonly (string | null)[]
  /** With tax; null where nothing is charged. */
  total: number | null
  /** Amount left to pay; null where nothing is charged. */
  balance: number | null
  /** Stands in place of a quote that is the total of the lines. */
  linesTotal: number | null
  /** Set when the customer declined the newest estimate or has not answered it. */
  estimate: EstimateMark | null
  isUnsent: boolean
  /** Time of the last change while the row is visible, in milliseconds; for highlighting. */
  changedAt: number | null
}

/** `order` is undefined for a shop's own task, and until it arrives. */
export type TaskListRow = { task: Task; order: Order | undefined; customer: Customer | undefined; isUnsent: boolean; changedAt: number | null }

export type CustomerListRow = { customer: Customer; isUnsent: boolean; changedAt: number | null }
