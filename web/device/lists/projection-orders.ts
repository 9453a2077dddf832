import { foldText } from '#schema/values/customer-match.ts'
import { isFinishedStatus, orderStatuses } from '#schema/values/order-status.ts'
import { matchesSearch, readSearch, type Search, toSharedTexts } from '#schema/rules/text/search-words.ts'
import { statusFilterToMatcher } from '#schema/rules/orders/status-filter.ts'
import { dayRange, isWithinRange } from '../rows/day-range.ts'
import type { OrdersQuery } from './list-queries.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import { createInterner, Projection, shopSource } from './projection.ts'
import type { CustomersProjection } from './projection-customers.ts'
import { type EmployeesProjection, toAssigneeTexts } from './projection-employees.ts'
import type { Row } from '../rows/rows.ts'

export type OrderEntry = {
  id: string
  sortKey: string
  /** Folded. */
  item: string
  issue: string
  /** Folded: the flags in front of the item, and a quote in words; amounts are left to their columns. */
  marks: string
  createdAt: string
  statusId: string
  assigneeId: string | null
  customerId: string
}

export type OrdersProjection = Projection<OrderEntry>

export function createOrdersProjection(database: LocalDatabase, shopId: string): OrdersProjection {
  const intern = createInterner()
  const toEntry = (row: Row): OrderEntry => {
    const assigneeId = row['assignedEmployeeId']
    return {
      id: row.id,
      sortKey: String(row['sortKey']),
      item: foldText(String(row['itemDetails'])),
      issue: foldText(String(row['issueDescription'])),
      marks: intern(toMarks(row)),
      createdAt: row.createdAt,
      statusId: intern(String(row['orderStatusId'])),
      assigneeId: typeof assigneeId === 'string' ? intern(assigneeId) : null,
      customerId: intern(String(row['customerId'])),
    }
  }
  return new Projection(shopSource(database, 'orders', shopId, toEntry))
}

export type OrderMatcher = (entry: OrderEntry) => boolean

const statusTexts = orderStatuses.map(({ id, statusName }) => [id, foldText(statusName)] as const)

/** Names of statuses as far as they matter to the search. */
export const toStatusTexts = (search: Search): ((statusId: string) => string) => toSharedTexts(search, statusTexts)

function toMarks(row: Row): string {
  const quote = row['quotedCost']
  const words = typeof quote === 'string' && /\p{L}/u.test(quote) ? foldText(quote) : ''
  return [row['priority'] === true ? 'priority' : '', row['repeat'] === true ? 'repeat' : '', words].filter((mark) => mark !== '').join(' ')
}

/** ORD-09: every word stands in what the row shows (customer, item, status, assignee), the issue or the customer's phones. */
export function ordersQueryMatcher(query: OrdersQuery, customers: CustomersProjection, employees: EmployeesProjection, timeZone: string): OrderMatcher {
  const range = dayRange(query.from, query.to, timeZone)
  const search = readSearch(query.search)
  const statusToText = toStatusTexts(search)
  const assigneeToText = toAssigneeTexts(search, employees)
  const isShownStatus = statusFilterToMatcher(query.status)
  const { customerId, assignee } = query
  return (entry) => {
    if (customerId !== undefined && entry.customerId !== customerId) return false
    if (!isShownStatus(entry.statusId)) return false
    if (assignee === 'unassigned' ? entry.assigneeId !== null : assignee !== 'all' && entry.assigneeId !== assignee) return false
    if (!isWithinRange(entry.createdAt, range)) return false
    if (search.words.length === 0) return true
    const customer = customers.get(entry.customerId)
    const texts = [entry.item, customer?.name ?? '', entry.issue, statusToText(entry.statusId), assigneeToText(entry.assigneeId), entry.marks]
    return matchesSearch(search, texts, customer?.phones)
  }
}

/** True when the second query can only find what the first found: then the first's answer is searched. */
export function isNarrower(before: OrdersQuery, after: OrdersQuery): boolean {
  const { search: searchBefore, page: _pageBefore, pageSize: _sizeBefore, ...restBefore } = before
  const { search: searchAfter, page: _pageAfter, pageSize: _sizeAfter, ...restAfter } = after
  const isSameRest = JSON.stringify(restBefore) === JSON.stringify(restAfter)
  return isSameRest && searchAfter.startsWith(searchBefore)
}

export function countOpenOrders(projection: OrdersProjection): number {
  let open = 0
  for (const { statusId } of projection.values()) if (!isFinishedStatus(statusId)) open++
  return open
}
