import { foldText } from '#schema/values/customer-match.ts'
import { sortKeyToDue, sortKeyToWorkKey } from '#schema/values/order-sort.ts'
import { isFinishedStatus, orderStatuses } from '#schema/values/order-status.ts'
import { findWords, missWords, readSearch, type Search, splitSearch, type WordBits } from '#schema/rules/text/search-words.ts'
import { type OrderSortColumn, orderViewToMatcher } from '#schema/rules/orders/order-views.ts'
import { statusFilterToMatcher } from '#schema/rules/orders/status-filter.ts'
import { dayRange, type DayRange, isWithinRange } from '../../rows/day-range.ts'
import type { BuildTurns } from './build-turns.ts'
import type { OrdersQuery } from '../list-queries.ts'
import { orderNameFinder } from './order-names.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import { createSharedIds, Projection, type SharedId, shopSource } from './projection.ts'
import { type CustomersProjection, findCustomerWords } from './projection-customers.ts'
import type { OrderSums } from './order-sums.ts'
import { type EmployeesProjection, findAssigneeWords } from './projection-employees.ts'
import type { Row } from '../../rows/rows.ts'
import { type ColumnSheet, textAt, type TextColumn } from '../../storage/packed/columns/column-sheet.ts'
import { readListed, readNumberMark, toOrderNotes, toOrderText, toQuoteNumber, toStatusSince } from '../../storage/rows/list-columns.ts'

export type OrderEntry = {
  id: string
  sortKey: string
  /**
   * Folded, one line each: item, issue, flags and a quote in words (amounts have their own columns), and the order's
   * numbers. Search words do not match across lines.
   */
  text: string
  /** Length of the item's part of `text`. */
  itemLength: number
  createdAt: string
  status: SharedId
  assignee: SharedId | null
  customer: SharedId
  /** In cents; NaN where there is no amount. */
  quote: number
  asset: SharedId | null
  /** Folded; used by the shop-wide search, not by the list. */
  notes: string
  /** Last change of the status, in milliseconds; NaN if unknown. */
  statusSince: number
  /** Tests the id's end without making a string of the id, since a search calls it for every order. */
  endsWith: (code: string) => boolean
}

export type OrdersProjection = Projection<OrderEntry>

/** Counted by status. */
export function createOrdersProjection(database: LocalDatabase, shopId: string, turns?: BuildTurns): OrdersProjection {
  const shareStatus = createSharedIds()
  const shareAssignee = createSharedIds()
  const shareCustomer = createSharedIds()
  const shareAsset = createSharedIds()
  const toEntry = (row: Row): OrderEntry => {
    const [assigneeId, assetId] = [row['assignedEmployeeId'], row['assetId']]
    return {
      id: row.id,
      sortKey: String(row['sortKey']),
      ...toOrderText(row),
      createdAt: row.createdAt,
      status: shareStatus(String(row['orderStatusId'])),
      assignee: typeof assigneeId === 'string' ? shareAssignee(assigneeId) : null,
      customer: shareCustomer(String(row['customerId'])),
      quote: toQuoteNumber(row),
      asset: typeof assetId === 'string' ? shareAsset(assetId) : null,
      notes: toOrderNotes(row),
      statusSince: toStatusSince(row),
      endsWith: idEndsWith,
    }
  }
  const fromSheet = (sheet: ColumnSheet): OrderEntry[] => {
    const orders = new OrderSheet(sheet, { shareStatus, shareAssignee, shareCustomer, shareAsset })
    return sheet.places().map((place) => new OrderInSheet(orders, place))
  }
  const countKey = ({ status }: OrderEntry): string => status.id
  return new Projection({ ...shopSource(database, 'orders', shopId, toEntry, fromSheet), countKey }, turns)
}

/** A shared function: one closure per order would cost memory. */
function idEndsWith(this: { id: string }, code: string): boolean {
  return this.id.endsWith(code)
}

type Shares = Record<'shareStatus' | 'shareAssignee' | 'shareCustomer' | 'shareAsset', (id: string) => SharedId>

/** One segment's orders as columns; an order's values are looked up on access. */
class OrderSheet {
  readonly sheet: ColumnSheet
  readonly sortPrefixes: TextColumn
  readonly texts: TextColumn
  readonly itemLengths: Float64Array
  readonly createdAt: TextColumn
  readonly statuses: readonly SharedId[]
  readonly assignees: readonly (SharedId | null)[]
  readonly customers: readonly SharedId[]
  readonly quotes: Float64Array
  readonly assets: readonly (SharedId | null)[]
  readonly notes: TextColumn
  readonly statusSince: Float64Array

  constructor(sheet: ColumnSheet, { shareStatus, shareAssignee, shareCustomer, shareAsset }: Shares) {
    const eachOf = <Shared>(name: string, share: (id: string | null) => Shared): Shared[] => {
      const { values, places } = sheet.shared(name)
      const shared = values.map(share)
      return Array.from(places, (place) => shared[place] as Shared)
    }
    this.sheet = sheet
    this.sortPrefixes = sheet.texts('sortPrefix')
    this.texts = sheet.texts('text')
    this.itemLengths = sheet.numbers('itemLength')
    this.createdAt = sheet.texts('createdAt')
    this.statuses = eachOf('status', (id) => shareStatus(id ?? ''))
    this.assignees = eachOf('assignee', (id) => (id === null ? null : shareAssignee(id)))
    this.customers = eachOf('customer', (id) => shareCustomer(id ?? ''))
    this.quotes = sheet.numbers('quote')
    this.assets = eachOf('asset', (id) => (id === null ? null : shareAsset(id)))
    this.notes = sheet.texts('notes')
    this.statusSince = sheet.numbers('statusSince')
  }
}

class OrderInSheet implements OrderEntry {
  readonly #orders: OrderSheet
  readonly #place: number

  constructor(orders: OrderSheet, place: number) {
    this.#orders = orders
    this.#place = place
  }

  get id(): string {
    return readListed(this.#orders.sheet, this.#orders.sortPrefixes, this.#place).id
  }

  get sortKey(): string {
    return readListed(this.#orders.sheet, this.#orders.sortPrefixes, this.#place).sortKey
  }

  get text(): string {
    return textAt(this.#orders.texts, this.#place)
  }

  get itemLength(): number {
    return this.#orders.itemLengths[this.#place] ?? 0
  }

  get createdAt(): string {
    return textAt(this.#orders.createdAt, this.#place)
  }

  get status(): SharedId {
    return this.#orders.statuses[this.#place] as SharedId
  }

  get assignee(): SharedId | null {
    return this.#orders.assignees[this.#place] ?? null
  }

  get customer(): SharedId {
    return this.#orders.customers[this.#place] as SharedId
  }

  get quote(): number {
    return this.#orders.quotes[this.#place] ?? Number.NaN
  }

  get asset(): SharedId | null {
    return this.#orders.assets[this.#place] ?? null
  }

  get notes(): string {
    return textAt(this.#orders.notes, this.#place)
  }

  get statusSince(): number {
    return this.#orders.statusSince[this.#place] ?? Number.NaN
  }

  endsWith(code: string): boolean {
    return this.#orders.sheet.primaryEndsWith(this.#place, code)
  }
}

type OrderMatcher = (entry: OrderEntry) => boolean

const statusTextById = new Map(orderStatuses.map(({ id, statusName }) => [id, foldText(statusName)]))

export const findStatusWords = (search: Search, statusId: string): WordBits => findWords(search, [statusTextById.get(statusId) ?? ''])

/** Other data that an order search uses. `ticketPrefixes`: the shop's, the current one first. */
type OrderSurroundings = {
  customers: CustomersProjection
  employees: EmployeesProjection
  sums: Pick<OrderSums, 'isUnpaid'>
  timeZone: string
  ticketPrefixes: readonly string[]
}

/** Every word occurs in the row (customer, item, status, assignee), the issue or the customer's phones, or is the order's number. */
export function ordersQueryMatcher(query: OrdersQuery, { customers, employees, sums, timeZone, ticketPrefixes }: OrderSurroundings): OrderMatcher {
  const range = dayRange(query.from, query.to, timeZone)
  const isShownStatus = statusFilterToMatcher(query.status)
  const parts = splitSearch(readSearch(query.search)).map((part) => orderPartMatcher(part, customers, employees, ticketPrefixes))
  const isNamed = wholeNameMatcher(query.search, ticketPrefixes)
  const { customerId, assignee, isUnpaid = false, statusSince, view = 'all', mine = [], due } = query
  const isDue = due && dueMatcher(dayRange(due.from, due.to, timeZone))
  const isInView = view === 'all' ? undefined : orderViewToMatcher(view, mine)
  const isSince = statusSince && sinceMatcher(dayRange(statusSince.from, statusSince.to, timeZone))
  return (entry) => {
    if (customerId !== undefined && entry.customer.id !== customerId) return false
    if (!isShownStatus(entry.status.id)) return false
    if (assignee === 'unassigned' ? entry.assignee !== null : assignee !== 'all' && entry.assignee?.id !== assignee) return false
    if (!isWithinRange(entry.createdAt, range)) return false
    if (isUnpaid && !sums.isUnpaid(entry)) return false
    if (isInView?.({ statusId: entry.status.id, assigneeId: entry.assignee?.id ?? null, isUnpaid: () => sums.isUnpaid(entry) }) === false) return false
    if (isSince?.(entry) === false) return false
    if (isDue?.(entry) === false) return false
    return parts.every((isFound) => isFound(entry)) || isNamed?.(entry) === true
  }
}

function sinceMatcher({ fromInstant, toInstantExclusive }: DayRange): OrderMatcher {
  const from = fromInstant === null ? Number.NEGATIVE_INFINITY : Date.parse(fromInstant)
  const end = toInstantExclusive === null ? Number.POSITIVE_INFINITY : Date.parse(toInstantExclusive)
  return ({ statusSince }) => statusSince >= from && statusSince < end
}

function dueMatcher(range: DayRange): OrderMatcher {
  return ({ status, sortKey }) => {
    const due = isFinishedStatus(status.id) ? null : sortKeyToDue(sortKey)
    return due !== null && isWithinRange(due, range)
  }
}

const statusPlaceById = new Map(orderStatuses.map(({ id }, place) => [id, String(place).padStart(2, '0')]))

/** Behind every name and every number. */
const behindAll = '\uffff'

/** Equal ones come in the working order. */
export function orderSortKeyOf(
  by: OrderSortColumn,
  { customers, employees }: Pick<OrderSurroundings, 'customers' | 'employees'>,
): (entry: OrderEntry) => string {
  const toValue: Record<OrderSortColumn, (entry: OrderEntry) => string> = {
    ticket: ({ text }) => readNumberMark(text)?.padStart(12, '0') ?? behindAll,
    customer: ({ customer }) => customers.get(customer.id)?.name || behindAll,
    item: ({ text, itemLength }) => text.slice(0, itemLength),
    status: ({ status }) => statusPlaceById.get(status.id) ?? behindAll,
    assignee: ({ assignee }) => (assignee && employees.get(assignee.id)?.name) || behindAll,
    due: ({ status, sortKey }) => (isFinishedStatus(status.id) ? null : sortKeyToDue(sortKey)) ?? behindAll,
  }
  return (entry) => `${toValue[by](entry)}\u0000${sortKeyToWorkKey(entry.sortKey)}`
}

/** Whether the whole search is the order's ticket, typed with a blank; undefined where it cannot be one. */
export function wholeNameMatcher(search: string, ticketPrefixes: readonly string[]): ((order: Pick<OrderEntry, 'text' | 'endsWith'>) => boolean) | undefined {
  const findName = /\s/.test(search.trim()) ? orderNameFinder([search.trim()], ticketPrefixes) : undefined
  return findName && ((order) => findName(1, order.text, order) !== 0)
}

function orderPartMatcher(part: Search, customers: CustomersProjection, employees: EmployeesProjection, ticketPrefixes: readonly string[]): OrderMatcher {
  const findNames = orderNameFinder(
    part.words.map(({ text }) => text),
    ticketPrefixes,
  )
  const inStatus = rememberByPlace((id) => findStatusWords(part, id))
  const inAssignee = rememberByPlace((id) => findAssigneeWords(part, employees, id))
  const inCustomer = rememberByPlace((id) => findCustomerWords(part, customers.get(id)))
  const inNobody = findAssigneeWords(part, employees, null)
  return (entry) => {
    // Check its own text first: most matches need nothing else.
    const { text } = entry
    const ownMissing = missWords(part, text)
    if (ownMissing === 0) return true
    const missing = ownMissing & ~(findNames?.(ownMissing, text, entry) ?? 0)
    if (missing === 0) return true
    const { assignee, customer, status } = entry
    return (missing & ~(inCustomer(customer) | inStatus(status) | (assignee === null ? inNobody : inAssignee(assignee)))) === 0
  }
}

export function rememberByPlace(ask: (id: string) => WordBits): (shared: SharedId) => WordBits {
  const known: (WordBits | undefined)[] = []
  return ({ id, place }) => (known[place] ??= ask(id))
}
