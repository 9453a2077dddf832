import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { CustomerListRow, CustomersQuery, OrderListRow, OrdersQuery, TaskListRow, TasksQuery } from './list-queries.ts'
import type { EarlyPage, ListChange, ListSource } from './live-list.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { type CustomerEntry, customersQueryMatcher, type CustomersProjection } from './projection-customers.ts'
import { isNarrower, type OrderEntry, ordersQueryMatcher, type OrdersProjection } from './projection-orders.ts'
import type { EmployeesProjection } from './projection-employees.ts'
import { createTaskOrder, type TaskEntry, type TaskSurroundings, tasksQueryMatcher, type TasksProjection } from './projection-tasks.ts'
import { rowKey } from '../rows/rows.ts'
import type { RowListener } from './row-memory.ts'
import { summedCollections, type Totals } from './totals.ts'

export type ListCollection = 'orders' | 'customers' | 'tasks'

/** How many rows a shop's list had when it was last known. */
export type ListCounts = {
  read: (collection: ListCollection, shopId: string) => number | undefined
  write: (collection: ListCollection, shopId: string, count: number) => void
}

export type ListContext = {
  database: LocalDatabase
  outbox: Outbox
  totals: Totals
  counts: ListCounts
  clock: () => Date
  timeZone: string
  readRows: <N extends CollectionName>(collection: N, ids: readonly string[]) => Promise<DocumentByCollection[N][]>
  onChanges: (collection: CollectionName, listener: RowListener) => () => void
  onOutboxChange: (listener: () => void) => () => void
}

/** Before the projection is ready, pages this near to the top come from the index. */
const earlyRows = 500

const isUnfiltered = ({ search, from, to }: { search: string; from: string | null; to: string | null }): boolean =>
  search.trim() === '' && from === null && to === null
const isUnfilteredOrders = (query: OrdersQuery): boolean =>
  isUnfiltered(query) && query.customerId === undefined && query.status === 'all' && query.assignee === 'all'
const isUnfilteredTasks = (query: TasksQuery): boolean => isUnfiltered(query) && query.assignee === 'all'

/** Orders of a shop, with customer and sums (ORD-01..09). Names of employees are found as soon as they are read; nobody waits for them. */
export function ordersSource(
  context: ListContext,
  orders: OrdersProjection,
  customers: CustomersProjection,
  employees: EmployeesProjection,
): ListSource<OrdersQuery, OrderListRow> {
  const { readRows, outbox, totals, clock, timeZone } = context
  const find = createFinder<OrdersQuery, OrderEntry>({
    entries: () => (orders.isReady && customers.isReady ? orders.sorted() : undefined),
    version: () => `${orders.version}/${customers.version}/${employees.version}`,
    matcher: (query) => ordersQueryMatcher(query, customers, employees, timeZone),
    isNarrower,
    isAll: isUnfilteredOrders,
  })
  return {
    find: (query) => {
      const found = find(query)
      return found === undefined ? undefined : { ids: found, shopTotal: orders.size }
    },
    demand: () => Promise.all([orders.demand(), customers.demand()]),
    readEarly: (query) => (isUnfilteredOrders(query) ? readEarlyPage(context, 'orders', query) : Promise.resolve(undefined)),
    async load(ids, changedAt) {
      const rows = await readRows('orders', ids)
      const [customerRows, sums] = await Promise.all([readRows('customers', [...new Set(rows.map(({ customerId }) => customerId))]), totals.read(ids)])
      const customerById = new Map(customerRows.map((customer) => [customer.id, customer]))
      return rows.map((order: Order): OrderListRow => ({
        order,
        customer: customerById.get(order.customerId),
        paymentsTotal: sums.get(order.id)?.payments ?? null,
        costsTotal: sums.get(order.id)?.costs ?? null,
        isUnsent: outbox.isWaiting(rowKey('orders', order.id)),
        changedAt: changedAt.get(order.id) ?? null,
      }))
    },
    idOf: ({ order }) => order.id,
    watch: (listener) => watchFor(context, ['orders', 'customers', 'payments', 'costs'], [orders, customers, employees], listener),
    now: () => clock().getTime(),
  }
}

/** Customers of a shop (CUST-01..09). */
export function customersSource(context: ListContext, customers: CustomersProjection): ListSource<CustomersQuery, CustomerListRow> {
  const { readRows, outbox, clock, timeZone } = context
  const find = createFinder<CustomersQuery, CustomerEntry>({
    entries: () => (customers.isReady ? customers.sorted() : undefined),
    version: () => String(customers.version),
    matcher: (query) => customersQueryMatcher(query, timeZone),
    isNarrower: () => false,
    isAll: isUnfiltered,
  })
  return {
    find: (query) => {
      const found = find(query)
      return found === undefined ? undefined : { ids: found, shopTotal: customers.size }
    },
    demand: () => customers.demand(),
    readEarly: (query) => (isUnfiltered(query) ? readEarlyPage(context, 'customers', query) : Promise.resolve(undefined)),
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

/** Tasks of a shop and its orders, with the order and its customer (TASK-01..06). */
export function tasksSource(
  context: ListContext,
  tasks: TasksProjection,
  { employees, orders, customers }: TaskSurroundings,
): ListSource<TasksQuery, TaskListRow> {
  const { readRows, outbox, clock, timeZone } = context
  const inOrder = createTaskOrder(tasks)
  const surroundings = [employees, orders, customers]
  const isReadyFor = ({ search }: TasksQuery): boolean => tasks.isReady && (search.trim() === '' || surroundings.every(({ isReady }) => isReady))
  const find = createFinder<TasksQuery, TaskEntry>({
    // Only a search asks what the other lists know.
    entries: (query) => (isReadyFor(query) ? inOrder(query.direction) : undefined),
    version: () => [tasks, ...surroundings].map(({ version }) => version).join('/'),
    matcher: (query) => tasksQueryMatcher(query, { employees, orders, customers }, timeZone),
    isNarrower: () => false,
    isAll: isUnfilteredTasks,
  })
  return {
    find: (query) => {
      const found = find(query)
      return found === undefined ? undefined : { ids: found, shopTotal: tasks.size }
    },
    demand: () => Promise.all([tasks, ...surroundings].map((projection) => projection.demand())),
    readEarly: (query) =>
      isUnfilteredTasks(query) && query.direction === 'earliest-first' ? readEarlyPage(context, 'tasks', query) : Promise.resolve(undefined),
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

const unique = (ids: readonly (string | null)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))]

async function readEarlyPage(
  { database, counts }: ListContext,
  collection: ListCollection,
  query: { shopId: string; page: number; pageSize: number },
): Promise<EarlyPage | undefined> {
  const end = query.page * query.pageSize
  if (end > earlyRows) return undefined
  const rows = await database.readPage(collection, query.shopId, end)
  return {
    ids: rows.slice(end - query.pageSize).map(({ id }) => id),
    total: Math.max(rows.length, counts.read(collection, query.shopId) ?? 0),
    exactTotal: () => (rows.length < end ? Promise.resolve(rows.length) : database.count(collection, query.shopId)),
  }
}

function watchFor(
  { onChanges, onOutboxChange }: ListContext,
  collections: readonly CollectionName[],
  projections: readonly { subscribe: (listener: () => void) => () => void; isReady: boolean; ready: Promise<void> }[],
  listener: (change: ListChange) => void,
): () => void {
  const stops = collections.map((collection) =>
    onChanges(collection, (changes, isRepeat) => {
      // What shows already is in the list; sums are made of what is stored.
      if (!isRepeat || summedCollections.includes(collection)) listener({ collection, ids: new Set(changes.map(({ id }) => id)) })
    }),
  )
  for (const projection of projections)
    if (!projection.isReady)
      projection.ready.then(
        () => listener('ready'),
        () => undefined,
      )
  stops.push(onOutboxChange(() => listener('unsent')))
  return () => {
    for (const stopOne of stops) stopOne()
  }
}

type FinderOptions<Query, Entry> = {
  entries: (query: Query) => readonly Entry[] | undefined
  version: () => string
  matcher: (query: Query) => (entry: Entry) => boolean
  isNarrower: (before: Query, after: Query) => boolean
  isAll: (query: Query) => boolean
}

/** Filters a projection; remembers the last answer, for the next page of it and for a query that only narrows it. */
function createFinder<Query, Entry extends { id: string }>({ entries, version, matcher, isNarrower: narrows, isAll }: FinderOptions<Query, Entry>) {
  let last: { query: Query; version: string; found: readonly Entry[]; ids: readonly string[] } | undefined
  return (query: Query): readonly string[] | undefined => {
    const all = entries(query)
    if (all === undefined) return undefined
    const now = version()
    const usable = last?.version === now && narrows(last.query, query) ? last.found : all
    const found = isAll(query) ? all : usable.filter(matcher(query))
    last = { query, version: now, found, ids: found.map(({ id }) => id) }
    return last.ids
  }
}
