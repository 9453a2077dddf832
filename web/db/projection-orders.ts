import { foldText } from '#schema/rules/customer-match.ts'
import { isFinishedStatus } from '#schema/rules/order-status.ts'
import { keepDigits } from '#schema/rules/phone.ts'
import { queryToWords } from '#schema/rules/search-words.ts'
import { dayRange, isWithinRange } from './day-range.ts'
import type { OrdersQuery } from './device-types.ts'
import type { LocalDatabase } from './local-database.ts'
import { createInterner, Projection, shopSource } from './projection.ts'
import type { CustomersProjection } from './projection-customers.ts'
import type { Row } from './rows.ts'

export type OrderEntry = {
  id: string
  sortKey: string
  /** Folded item and issue. */
  text: string
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
      text: `${foldText(String(row['itemDetails']))}\n${foldText(String(row['issueDescription']))}`,
      createdAt: row.createdAt,
      statusId: intern(String(row['orderStatusId'])),
      assigneeId: typeof assigneeId === 'string' ? intern(assigneeId) : null,
      customerId: intern(String(row['customerId'])),
    }
  }
  return new Projection(shopSource(database, 'orders', shopId, toEntry))
}

export type OrderMatcher = (entry: OrderEntry) => boolean

/** ORD-09: every word stands in the customer's name or phones, the item or the issue; digits match however they are grouped. */
export function ordersQueryMatcher(query: OrdersQuery, customers: CustomersProjection, timeZone: string): OrderMatcher {
  const range = dayRange(query.from, query.to, timeZone)
  const words = queryToWords(query.search).map((word) => ({ word, digits: /\p{L}/u.test(word) ? '' : keepDigits(word) }))
  // A phone typed in groups is one number as well as several words.
  const wholeNumber = /\p{L}/u.test(query.search) ? '' : keepDigits(query.search)
  const { customerId, statusId, assignee } = query
  return (entry) => {
    if (customerId !== undefined && entry.customerId !== customerId) return false
    if (statusId !== null && entry.statusId !== statusId) return false
    if (assignee === 'unassigned' ? entry.assigneeId !== null : assignee !== 'all' && entry.assigneeId !== assignee) return false
    if (!isWithinRange(entry.createdAt, range)) return false
    if (words.length === 0) return true
    const customer = customers.get(entry.customerId)
    if (wholeNumber !== '' && customer !== undefined && customer.phones.includes(wholeNumber)) return true
    for (const { word, digits } of words) {
      if (entry.text.includes(word)) continue
      if (customer === undefined) return false
      if (!customer.name.includes(word) && (digits === '' || !customer.phones.includes(digits))) return false
    }
    return true
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
