import { type CollectionName, collectionNames, type DocumentByCollection } from '#schema/collections/index.ts'
import type { Customer } from '#schema/collections/customers.ts'
import type { Order } from '#schema/collections/orders.ts'
import { localDay, localDayOfMs } from '#schema/rules/calendar.ts'
import type { CustomerListRow, CustomersQuery, Device, OrderListRow, OrdersQuery, ShopCounts } from './device-types.ts'
import { createLiveList, type ListChange, type ListSource } from './live-list.ts'
import type { LocalDatabase, RowChange } from './local-database.ts'
import type { Outbox } from './outbox.ts'
import { createCustomersProjection, customerSearchMatcher, customersQueryMatcher, type CustomersProjection, findPhoneMatches } from './projection-customers.ts'
import { countOpenOrders, createOrdersProjection, isNarrower, type OrderEntry, ordersQueryMatcher, type OrdersProjection } from './projection-orders.ts'
import { type Row, rowKey, storedToRow } from './rows.ts'
import { createStore, type Readable } from './store.ts'
import { createTotals } from './totals.ts'

type Reads = Pick<
  Device,
  | 'readRow'
  | 'readRows'
  | 'listRows'
  | 'watchRow'
  | 'watchCollection'
  | 'openOrdersList'
  | 'openCustomersList'
  | 'searchCustomers'
  | 'findMatchingCustomers'
  | 'watchShopCounts'
>

export type RowReader = {
  reads: Reads
  /** Living rows whose field holds the id of another row. */
  findPointing: (collection: CollectionName, field: string, id: string) => Promise<Row[]>
  close: () => void
}

export type ListCollection = 'orders' | 'customers'

type Options = {
  database: LocalDatabase
  outbox: Outbox
  clock: () => Date
  onOutboxChange: (listener: () => void) => () => void
  /** How many rows a shop's list had when it was last known. */
  counts: { read: (collection: ListCollection, shopId: string) => number | undefined; write: (collection: ListCollection, shopId: string, count: number) => void }
  timeZone?: string
}

/** The collection's own document type is what its name says: rows are stored by name. */
const asDocument = <N extends CollectionName>(row: Row): DocumentByCollection[N] => row as unknown as DocumentByCollection[N]

/** Everything that reads: rows, lists, look-ups. Nothing here makes RxDB's document objects. */
export function createRowReader({ database, outbox, clock, onOutboxChange, counts, timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone }: Options): RowReader {
  const rowListeners = new Map<string, Set<(row: Row | undefined) => void>>()
  const changeListeners = new Map<CollectionName, Set<(changes: readonly RowChange[]) => void>>(collectionNames.map((name) => [name, new Set()]))
  const ordersByShop = new Map<string, OrdersProjection>()
  const customersByShop = new Map<string, CustomersProjection>()
  const totals = createTotals(database)

  const stop = database.watch((collection, changes) => {
    if (collection === 'orders') for (const projection of ordersByShop.values()) projection.apply(changes)
    if (collection === 'customers') for (const projection of customersByShop.values()) projection.apply(changes)
    if (rowListeners.size > 0) {
      for (const { id, row } of changes) {
        const listeners = rowListeners.get(rowKey(collection, id))
        if (listeners === undefined) continue
        const plain = row === undefined ? undefined : storedToRow(row)
        for (const listener of listeners) listener(plain)
      }
    }
    for (const listener of changeListeners.get(collection) ?? []) listener(changes)
  })

  const remembered = <P extends { ready: Promise<void>; size: number }>(collection: ListCollection, shopId: string, projection: P): P => {
    projection.ready.then(() => counts.write(collection, shopId, projection.size), () => undefined)
    return projection
  }
  const ordersOf = (shopId: string): OrdersProjection => getOrMake(ordersByShop, shopId, () => remembered('orders', shopId, createOrdersProjection(database, shopId)))
  const customersOf = (shopId: string): CustomersProjection =>
    getOrMake(customersByShop, shopId, () => remembered('customers', shopId, createCustomersProjection(database, shopId)))

  const onChanges = (collection: CollectionName, listener: (changes: readonly RowChange[]) => void): (() => void) => {
    const listeners = changeListeners.get(collection)
    listeners?.add(listener)
    return () => void listeners?.delete(listener)
  }

  const readRows = async <N extends CollectionName>(collection: N, ids: readonly string[]): Promise<DocumentByCollection[N][]> => {
    const storedById = await database.find(collection, ids)
    return ids.flatMap((id) => {
      const stored = storedById.get(id)
      return stored === undefined || stored._deleted ? [] : [asDocument<N>(storedToRow(stored))]
    })
  }

  const readRow: Reads['readRow'] = async (collection, id) => (await readRows(collection, [id]))[0]

  const watchRow: Reads['watchRow'] = (collection, id, listener) => {
    const key = rowKey(collection, id)
    let hasHeard = false
    let isOver = false
    const onRow = (row: Row | undefined): void => {
      hasHeard = true
      listener(row === undefined ? undefined : asDocument(row))
    }
    const listeners = getOrMake(rowListeners, key, () => new Set<(row: Row | undefined) => void>())
    listeners.add(onRow)
    void readRow(collection, id).then((row) => {
      if (!hasHeard && !isOver) listener(row)
    })
    return () => {
      isOver = true
      listeners.delete(onRow)
      if (listeners.size === 0) rowListeners.delete(key)
    }
  }

  const listRows: Reads['listRows'] = async (collection, shopId) => {
    const rows: Row[] = []
    for await (const batch of database.scan(collection, { shopId })) rows.push(...batch)
    return rows.map((row) => asDocument(row))
  }

  const matchedCustomers = async (shopId: string, pick: (projection: CustomersProjection) => readonly { id: string }[]): Promise<Customer[]> => {
    const projection = customersOf(shopId)
    await projection.demand()
    return readRows('customers', pick(projection).map(({ id }) => id))
  }

  const watchFor = (
    collections: readonly CollectionName[],
    projections: readonly { subscribe: (listener: () => void) => () => void; isReady: boolean; ready: Promise<void> }[],
    listener: (change: ListChange) => void,
  ): (() => void) => {
    const stops = collections.map((collection) =>
      onChanges(collection, (changes) => listener({ collection, ids: new Set(changes.map(({ id }) => id)), mayMove: collection === collections[0] })),
    )
    for (const projection of projections) if (!projection.isReady) projection.ready.then(() => listener('ready'), () => undefined)
    stops.push(onOutboxChange(() => listener('unsent')))
    return () => {
      for (const stopOne of stops) stopOne()
    }
  }

  const reads: Reads = {
    readRow,
    readRows,
    listRows,
    watchRow,
    watchCollection: (collection, listener) => onChanges(collection, () => listener()),

    openOrdersList: (query) => {
      const orders = ordersOf(query.shopId)
      const customers = customersOf(query.shopId)
      return createLiveList<OrdersQuery, OrderListRow>(ordersSource(orders, customers), query)
    },

    openCustomersList: (query) => {
      const customers = customersOf(query.shopId)
      return createLiveList<CustomersQuery, CustomerListRow>(customersSource(customers), query)
    },

    searchCustomers: (shopId, query, limit) => {
      const matches = customerSearchMatcher(query)
      return matchedCustomers(shopId, (projection) => takeMatches(projection.sorted(), matches, limit))
    },

    findMatchingCustomers: (shopId, typedPhone, limit = 50) => matchedCustomers(shopId, (projection) => findPhoneMatches(projection.sorted(), typedPhone, limit)),

    watchShopCounts: (shopId) => watchShopCounts(shopId),
  }

  function ordersSource(orders: OrdersProjection, customers: CustomersProjection): ListSource<OrdersQuery, OrderListRow> {
    const find = createFinder<OrdersQuery, OrderEntry>({
      entries: () => (orders.isReady && customers.isReady ? orders.sorted() : undefined),
      version: () => `${orders.version}/${customers.version}`,
      matcher: (query) => ordersQueryMatcher(query, customers, timeZone),
      isNarrower,
      isAll: isUnfilteredOrders,
    })
    return {
      find: (query) => {
        const found = find(query)
        return found === undefined ? undefined : { ids: found, shopTotal: orders.size }
      },
      demand: () => void Promise.all([orders.demand(), customers.demand()]).catch(() => undefined),
      readEarly: (query) => (isUnfilteredOrders(query) ? readEarlyPage('orders', query) : Promise.resolve(undefined)),
      async load(ids, changedAt) {
        const rows = await readRows('orders', ids)
        const [customerRows, sums] = await Promise.all([readRows('customers', [...new Set(rows.map(({ customerId }) => customerId))]), totals.read(ids)])
        const customerById = new Map(customerRows.map((customer) => [customer.id, customer]))
        return rows.map(
          (order: Order): OrderListRow => ({
            order,
            customer: customerById.get(order.customerId),
            paymentsTotal: sums.get(order.id)?.payments ?? null,
            costsTotal: sums.get(order.id)?.costs ?? null,
            isUnsent: outbox.isWaiting(rowKey('orders', order.id)),
            changedAt: changedAt.get(order.id) ?? null,
          }),
        )
      },
      idOf: ({ order }) => order.id,
      watch: (listener) => watchFor(['orders', 'customers', 'payments', 'costs'], [orders, customers], listener),
      now: () => clock().getTime(),
    }
  }

  function customersSource(customers: CustomersProjection): ListSource<CustomersQuery, CustomerListRow> {
    const find = createFinder<CustomersQuery, { id: string } & Parameters<ReturnType<typeof customersQueryMatcher>>[0]>({
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
      demand: () => void customers.demand().catch(() => undefined),
      readEarly: (query) => (isUnfiltered(query) ? readEarlyPage('customers', query) : Promise.resolve(undefined)),
      async load(ids, changedAt) {
        const rows = await readRows('customers', ids)
        return rows.map((customer) => ({
          customer,
          isUnsent: outbox.isWaiting(rowKey('customers', customer.id)),
          changedAt: changedAt.get(customer.id) ?? null,
        }))
      },
      idOf: ({ customer }) => customer.id,
      watch: (listener) => watchFor(['customers'], [customers], listener),
      now: () => clock().getTime(),
    }
  }

  async function readEarlyPage(collection: ListCollection, query: { shopId: string; page: number; pageSize: number }): ReturnType<ListSource<OrdersQuery, OrderListRow>['readEarly']> {
    const end = query.page * query.pageSize
    if (end > earlyRows) return undefined
    const rows = await database.readPage(collection, query.shopId, end)
    return {
      ids: rows.slice(end - query.pageSize).map(({ id }) => id),
      total: Math.max(rows.length, counts.read(collection, query.shopId) ?? 0),
      exactTotal: () => (rows.length < end ? Promise.resolve(rows.length) : database.count(collection, query.shopId)),
    }
  }

  function watchShopCounts(shopId: string): Readable<ShopCounts> {
    const store = createStore<ShopCounts>({ ordersOpen: null, tasksDue: null })
    const orders = ordersOf(shopId)
    let run = 0
    let isDue = false
    const count = async (): Promise<void> => {
      const own = ++run
      await orders.ready
      const tasks = database.collections.includes('tasks') ? await listRows('tasks', shopId) : []
      if (own !== run) return
      const today = localDayOfMs(clock().getTime(), timeZone)
      const tasksDue = tasks.filter(({ completed, dueTimestamp }) => !completed && dueTimestamp !== null && localDay(dueTimestamp, timeZone) <= today).length
      const next = { ordersOpen: countOpenOrders(orders), tasksDue }
      const before = store.get()
      if (before.ordersOpen !== next.ordersOpen || before.tasksDue !== next.tasksDue) store.set(next)
    }
    const schedule = (): void => {
      if (isDue) return
      isDue = true
      setTimeout(() => {
        isDue = false
        void count().catch(() => undefined)
      }, countDelayMs)
    }
    return {
      get: store.get,
      subscribe(listener) {
        const stops = [store.subscribe(listener), orders.subscribe(schedule), onChanges('tasks', schedule)]
        void count().catch(() => undefined)
        return () => {
          for (const stopOne of stops) stopOne()
        }
      },
    }
  }

  return {
    reads,
    findPointing: async (collection, field, id) => {
      if (collection !== 'orders' || field !== 'customerId') return database.findBy(collection, field, id)
      // A projection answers in a moment what would read every order of the device; what it does not hold is looked up.
      for (const projection of ordersByShop.values()) {
        const known = [...projection.values()].flatMap((entry) => (entry.customerId === id ? [entry.id] : []))
        if (known.length > 0) return [...(await database.find(collection, known)).values()].filter((row) => !row._deleted)
      }
      return database.findBy(collection, field, id)
    },
    close: stop,
  }
}

/** Before the projection is ready, pages this near to the top come from the index. */
const earlyRows = 500
const countDelayMs = 250

const isUnfiltered = ({ search, from, to }: { search: string; from: string | null; to: string | null }): boolean => search.trim() === '' && from === null && to === null
const isUnfilteredOrders = (query: OrdersQuery): boolean =>
  isUnfiltered(query) && query.customerId === undefined && query.statusId === null && query.assignee === 'all'

type FinderOptions<Query, Entry> = {
  entries: () => readonly Entry[] | undefined
  version: () => string
  matcher: (query: Query) => (entry: Entry) => boolean
  isNarrower: (before: Query, after: Query) => boolean
  isAll: (query: Query) => boolean
}

/** Filters a projection; remembers the last answer, for the next page of it and for a query that only narrows it. */
function createFinder<Query, Entry extends { id: string }>({ entries, version, matcher, isNarrower: narrows, isAll }: FinderOptions<Query, Entry>) {
  let last: { query: Query; version: string; found: readonly Entry[]; ids: readonly string[] } | undefined
  return (query: Query): readonly string[] | undefined => {
    const all = entries()
    if (all === undefined) return undefined
    const now = version()
    const usable = last?.version === now && narrows(last.query, query) ? last.found : all
    const found = isAll(query) ? all : usable.filter(matcher(query))
    last = { query, version: now, found, ids: found.map(({ id }) => id) }
    return last.ids
  }
}

function takeMatches<Entry>(entries: readonly Entry[], matches: (entry: Entry) => boolean, limit: number): Entry[] {
  const found: Entry[] = []
  for (const entry of entries) {
    if (found.length >= limit) break
    if (matches(entry)) found.push(entry)
  }
  return found
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
