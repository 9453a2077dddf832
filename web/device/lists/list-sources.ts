import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { priceToBalance } from '#schema/rules/money/balance.ts'
import { toPrice } from '#schema/rules/money/price.ts'
import { mayNameOrder } from '#schema/rules/orders/ticket-search.ts'
import { isInWorkOrder, type OrderView } from '#schema/rules/orders/order-views.ts'
import { isSaleKey, sortKeyToOpenKey, sortKeyToWorkKey } from '#schema/values/order-sort.ts'
import { isFinishedStatus } from '#schema/values/order-status.ts'
import { queryToWords } from '#schema/rules/text/search-words.ts'
import type { CustomerListRow, CustomersQuery, OrderListRow, OrdersQuery, TaskListRow, TasksQuery } from './list-queries.ts'
import type { FirstPages, KnownFirstPage } from './first-pages.ts'
import { createFinder, type FinderOptions, type FoundPage } from './list-finder.ts'
import type { KnownPages } from './known-pages.ts'
import type { Coverage, FirstRows, ListChange, ListSource } from './live-list.ts'
import type { RowReads } from './unheld-reads.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OrderSums } from './projections/order-sums.ts'
import { type CustomerEntry, customersQueryMatcher, type CustomersProjection } from './projections/projection-customers.ts'
import { type OrderEntry, orderSortKeyOf, ordersQueryMatcher, type OrdersProjection } from './projections/projection-orders.ts'
import { createTaskOrder, type TaskEntry, type TaskSurroundings, tasksQueryMatcher, type TasksProjection } from './projections/projection-tasks.ts'
import { rowKey } from '../rows/rows.ts'
import type { RowListener } from './row-cache.ts'
import { summedCollections, type Totals } from './totals.ts'

export type ListCollection = 'orders' | 'customers' | 'tasks'

export type ListContext = {
  database: RowReads
  outbox: Outbox
  firstPages: FirstPages
  totals: Totals
  sumsOf: (shopId: string) => OrderSums
  knownPages: KnownPages
  clock: () => Date
  timeZoneOf: (shopId: string) => string
  ticketPrefixesOf: (shopId: string) => readonly string[]
  readRows: <N extends CollectionName>(collection: N, ids: readonly string[]) => Promise<DocumentByCollection[N][]>
  onChanges: (collection: CollectionName, listener: RowListener) => () => void
  onOutboxChange: (listener: () => void) => () => void
}

const isUnfiltered = ({ search, from, to }: { search: string; from: string | null; to: string | null }): boolean =>
  search.trim() === '' && from === null && to === null
const isUnfilteredOrders = (query: OrdersQuery, view: OrderView = 'all'): boolean =>
  isUnfiltered(query) &&
  query.customerId === undefined &&
  query.status === 'all' &&
  query.assignee === 'all' &&
  query.isUnpaid !== true &&
  query.statusSince === undefined &&
  (query.view ?? 'all') === view &&
  query.due === undefined &&
  !query.sort

const needsSums = ({ isUnpaid, view }: Pick<OrdersQuery, 'isUnpaid' | 'view'>): boolean => isUnpaid === true || view === 'unpaid'

const isUnfilteredTasks = (query: TasksQuery): boolean => isUnfiltered(query) && query.assignee === 'all' && query.isOpen !== true

/** Orders of a shop, with customer and sums. Employee names appear once read; nothing waits for them. */
export function ordersSource(context: ListContext, shopId: string, surroundings: TaskSurroundings): ListSource<OrdersQuery, OrderListRow> {
  const { readRows, outbox, totals, clock } = context
  const { orders, customers, employees } = surroundings
  const sums = context.sumsOf(shopId)
  const readyListeners = new Set<(change: ListChange) => void>()
  let customerIdByOrder: ReadonlyMap<string, string> = new Map()
  const find = createFinder<OrdersQuery, OrderEntry>({
    ...ordersFinding(context, shopId, surroundings),
    notePage: (entries) => void (customerIdByOrder = new Map(entries.map(({ id, customer }) => [id, customer.id]))),
  })
  return {
    find,
    // The last demand is served first: customers are fewer, and every search needs them.
    demand: async (query) => {
      const areSumsNeeded = needsSums(query)
      const areSumsDue = areSumsNeeded && !sums.isReady
      await Promise.all([orders.demand(), customers.demand(), areSumsNeeded && sums.demand()])
      if (areSumsDue) for (const listener of readyListeners) listener('ready')
    },
    readFirst: (query) =>
      isUnfilteredOrders(query, 'open')
        ? readFirstRows(context, query, {
            collection: 'orders',
            projection: orders,
            find,
            toListKey: sortKeyToOpenKey,
            countOf: ({ counts }) => counts.ordersOpen,
          })
        : undefined,
    coverage: () => readCoverage(context, 'orders', shopId, orders),
    ...context.knownPages.of('orders'),
    async load(ids, changedAt) {
      // Known customers are read in parallel with the orders, the others after them.
      const known = unique(ids.map((id) => customerIdByOrder.get(id)))
      const [rows, knownCustomers, totalsById] = await Promise.all([readRows('orders', ids), readRows('customers', known), totals.read(ids)])
      const missing = unique(rows.map(({ customerId }) => customerId)).filter((id) => !known.includes(id))
      const customerRows = missing.length === 0 ? knownCustomers : [...knownCustomers, ...(await readRows('customers', missing))]
      const customerById = new Map(customerRows.map((customer) => [customer.id, customer]))
      const moneyById = await totals.readMoney(shopId, rows, totalsById)
      return rows.map((order: Order): OrderListRow => {
        const { payments = null, costs = null, estimate = null, paid = [] } = totalsById.get(order.id) ?? {}
        const money = moneyById.get(order.id)
        const price = money && toPrice(money)
        return {
          order,
          customer: customerById.get(order.customerId ?? ''),
          paymentsTotal: payments,
          costsTotal: costs,
          methods: [...new Set(paid.map(({ method }) => method))],
          total: price?.total ?? null,
          balance: money && price ? priceToBalance(price, money.payments).balance : null,
          linesTotal: order.quoteFromLines ? (price?.sum ?? null) : null,
          // A finished order does not wait for an answer.
          estimate: isFinishedStatus(order.orderStatusId) ? null : estimate,
          isUnsent: outbox.isWaiting(rowKey('orders', order.id)),
          changedAt: changedAt.get(order.id) ?? null,
        }
      })
    },
    idOf: ({ order }) => order.id,
    watch: (listener) => {
      readyListeners.add(listener)
      const stop = watchFor(context, ['orders', 'customers', 'tax_rates', ...summedCollections], [orders, customers, employees], listener)
      return () => {
        readyListeners.delete(listener)
        stop()
      }
    },
    now: () => clock().getTime(),
  }
}

const namesOrder = (search: string, prefixes: readonly string[]): boolean => [search, ...queryToWords(search)].some((word) => mayNameOrder(word, prefixes))

type FindingContext = Pick<ListContext, 'timeZoneOf' | 'ticketPrefixesOf' | 'sumsOf'>

export function ordersFinding(
  { timeZoneOf, ticketPrefixesOf, sumsOf }: FindingContext,
  shopId: string,
  { orders, customers, employees }: TaskSurroundings,
): FinderOptions<OrdersQuery, OrderEntry> {
  const sums = sumsOf(shopId)
  const isReadyFor = (query: OrdersQuery): boolean => orders.isReady && (query.search.trim() === '' || customers.isReady) && (!needsSums(query) || sums.isReady)
  return {
    projection: orders,
    // Only a search needs customers.
    entries: (query) => (isReadyFor(query) ? orders.sorted() : undefined),
    surroundings: (query) => `${customers.version}/${employees.version}/${needsSums(query) ? sums.version : ''}`,
    matcher: (query) => {
      const isMatch = ordersQueryMatcher(query, { customers, employees, sums, timeZone: timeZoneOf(shopId), ticketPrefixes: ticketPrefixesOf(shopId) })
      const isOfSales = query.view === 'sales'
      if (!isOfSales && !hasSales(orders)) return isMatch
      return (entry) => isSaleKey(entry.sortKey) === isOfSales && isMatch(entry)
    },
    isAll: (query) => isUnfilteredOrders(query) && !hasSales(orders),
    isExact: ({ search }) => namesOrder(search, ticketPrefixesOf(shopId)),
    order: ({ view = 'all', sort }) => {
      if (sort) return { toKey: orderSortKeyOf(sort.by, { customers, employees }), isDown: sort.isDown }
      return isInWorkOrder(view) ? { toKey: toWorkOrder, isDown: false } : undefined
    },
  }
}

/** Sales are the end of the sorted orders. */
const hasSales = (orders: OrdersProjection): boolean => isSaleKey(orders.sorted().at(-1)?.sortKey ?? '')

const toWorkOrder = ({ sortKey }: OrderEntry): string => sortKeyToWorkKey(sortKey)

export function customersSource(context: ListContext, shopId: string, customers: CustomersProjection): ListSource<CustomersQuery, CustomerListRow> {
  const { readRows, outbox, clock, timeZoneOf } = context
  const find = createFinder<CustomersQuery, CustomerEntry>({
    projection: customers,
    entries: () => (customers.isReady ? customers.sorted() : undefined),
    surroundings: () => '',
    matcher: (query) => customersQueryMatcher(query, timeZoneOf(shopId)),
    isAll: isUnfiltered,
  })
  return {
    find,
    demand: () => customers.demand(),
    readFirst: (query) => (isUnfiltered(query) ? readFirstRows(context, query, { collection: 'customers', projection: customers, find }) : undefined),
    coverage: () => readCoverage(context, 'customers', shopId, customers),
    ...context.knownPages.of('customers'),
    async load(ids, changedAt) {
      const rows = await readRows('customers', ids)
      return rows.map((customer) => ({
        customer,
        isUnsent: outbox.isWaiting(rowKey('customers', customer.id)),
        changedAt: changedAt.get(customer.id) ?? null,
      }))
    },
    idOf: ({ customer }) => customer.id,
    watch: (listener) => watchFor(context, ['customers'], [customers], listener),
    now: () => clock().getTime(),
  }
}

export function tasksSource(
  context: ListContext,
  shopId: string,
  tasks: TasksProjection,
  { employees, orders, customers }: TaskSurroundings,
): ListSource<TasksQuery, TaskListRow> {
  const { readRows, outbox, clock, timeZoneOf, ticketPrefixesOf } = context
  const inOrder = createTaskOrder(tasks)
  const surroundings = [employees, orders, customers]
  const isReadyFor = ({ search }: TasksQuery): boolean => tasks.isReady && (search.trim() === '' || surroundings.every(({ isReady }) => isReady))
  const find = createFinder<TasksQuery, TaskEntry>({
    projection: tasks,
    // Only a search needs the other lists.
    entries: (query) => (isReadyFor(query) ? inOrder(query.direction) : undefined),
    surroundings: () => surroundings.map(({ version }) => version).join('/'),
    matcher: (query) => tasksQueryMatcher(query, { employees, orders, customers, timeZone: timeZoneOf(shopId), ticketPrefixes: ticketPrefixesOf(shopId) }),
    isAll: isUnfilteredTasks,
    isExact: ({ search }) => namesOrder(search, ticketPrefixesOf(shopId)),
  })
  return {
    find,
    // The last demand is served first.
    demand: () => Promise.all([...surroundings, tasks].map((projection) => projection.demand())),
    readFirst: (query) =>
      isUnfilteredTasks(query) && query.direction === 'earliest-first'
        ? readFirstRows(context, query, { collection: 'tasks', projection: tasks, find })
        : undefined,
    coverage: () => readCoverage(context, 'tasks', shopId, tasks),
    ...context.knownPages.of('tasks'),
    async load(ids, changedAt) {
      const rows = await readRows('tasks', ids)
      const orderRows = await readRows('orders', unique(rows.map(({ orderId }) => orderId)))
      const customerRows = await readRows('customers', unique(orderRows.map(({ customerId }) => customerId)))
      const orderById = new Map(orderRows.map((order) => [order.id, order]))
      const customerById = new Map(customerRows.map((customer) => [customer.id, customer]))
      return rows.map((task): TaskListRow => {
        const order = orderById.get(task.orderId ?? '')
        return {
          task,
          order,
          customer: customerById.get(order?.customerId ?? ''),
          isUnsent: outbox.isWaiting(rowKey('tasks', task.id)),
          changedAt: changedAt.get(task.id) ?? null,
        }
      })
    },
    idOf: ({ task }) => task.id,
    watch: (listener) => watchFor(context, ['tasks', 'orders', 'customers'], [tasks, ...surroundings], listener),
    now: () => clock().getTime(),
  }
}

const unique = (ids: readonly (string | null | undefined)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))]

type HereProjection = { isReady: boolean; size: number; get: (id: string) => { sortKey: string } | undefined }

function readCoverage({ firstPages }: ListContext, collection: ListCollection, shopId: string, { isReady, size }: HereProjection): Coverage | undefined {
  if (!firstPages.isOpen) return undefined
  firstPages.ask(collection, shopId)
  const total = firstPages.find(collection, shopId)?.total
  return total === undefined || (isReady && size >= total) ? undefined : { here: isReady ? size : null, total }
}

type FirstRowsOf<Query> = {
  collection: ListCollection
  projection: HereProjection
  find: (query: Query) => FoundPage | undefined
  /** Converts a row's sort key to the list's; null where the list does not show the row. Default: shown by its sort key. */
  toListKey?: (sortKey: string) => string | null
  countOf?: (page: KnownFirstPage) => number
}

/**
 * The first rows during the first sync: the server's first page below stored rows, which are newer. A first-page row
 * that changed or was deleted here is placed accordingly.
 */
function readFirstRows<Query extends { shopId: string; page: number; pageSize: number }>(
  { database, firstPages }: ListContext,
  query: Query,
  { collection, projection, find, toListKey = (sortKey) => sortKey, countOf = ({ total }) => total }: FirstRowsOf<Query>,
): Promise<FirstRows | undefined> | 'coming' | undefined {
  const first = firstPages.read(collection, query.shopId)
  if (first === undefined || first === 'coming') return first
  const end = query.page * query.pageSize
  const total = countOf(first)
  const isBeyond = end > first.ids.length && first.ids.length < total
  const areAllHere = projection.isReady && projection.size >= first.total && first.ids.every((id) => projection.get(id) !== undefined)
  if (isBeyond || areAllHere) return undefined
  return (async () => {
    const storedById = await database.find(collection, first.ids)
    const keyById = new Map<string, string>()
    const place = (id: string, sortKey: unknown): void => {
      const key = toListKey(String(sortKey))
      if (key !== null) keyById.set(id, key)
    }
    for (const id of find({ ...query, page: 1, pageSize: end })?.ids ?? []) place(id, projection.get(id)?.sortKey)
    for (const id of first.ids) {
      const stored = storedById.get(id)
      const row = stored ?? firstPages.row(collection, id)
      if (row !== undefined && stored?._deleted !== true) place(id, row['sortKey'])
    }
    const sorted = [...keyById].sort(([, one], [, other]) => (one < other ? -1 : 1))
    return { ids: sorted.slice(end - query.pageSize, end).map(([id]) => id), total: Math.max(total, sorted.length) }
  })()
}

function watchFor(
  { onChanges, onOutboxChange, firstPages }: ListContext,
  collections: readonly CollectionName[],
  projections: readonly { subscribe: (listener: () => void) => () => void; isReady: boolean; ready: Promise<void> }[],
  listener: (change: ListChange) => void,
): () => void {
  const stops = collections.map((collection) =>
    onChanges(collection, (changes, isRepeat) => {
      // The list shows a repeat already, but sums are computed from stored rows.
      if (!isRepeat || summedCollections.includes(collection)) listener({ collection, ids: new Set(changes.map(({ id }) => id)) })
    }),
  )
  for (const projection of projections)
    if (!projection.isReady)
      projection.ready.then(
        () => listener('ready'),
        () => undefined,
      )
  stops.push(
    onOutboxChange(() => listener('unsent')),
    firstPages.subscribe(() => listener('ready')),
  )
  return () => {
    for (const stopOne of stops) stopOne()
  }
}
