import { type CollectionName, collectionNames, type DocumentByCollection } from '#schema/collections/index.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import { BuildTurns } from './projections/build-turns.ts'
import type { DeviceLists, DeviceRows } from './device-reads.ts'
import { correctTime } from '../platform/device-clock.ts'
import { customersSource, type ListContext, ordersSource, tasksSource } from './list-sources.ts'
import type { FirstPages } from './first-pages.ts'
import type { KnownPages } from './known-pages.ts'
import { takeMatches } from './list-finder.ts'
import { createLiveList, type ListSource } from './live-list.ts'
import { createShopRows, type ShopRows, watchRange, watchWhole } from './live-range.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import type { RowChange } from '../storage/rows/row-news.ts'
import type { Outbox } from '../outbox/outbox.ts'
import {
  createCustomersProjection,
  customerSearchMatcher,
  type CustomersProjection,
  findLongestName,
  findPhoneMatches,
} from './projections/projection-customers.ts'
import { createEmployeesProjection, type EmployeesProjection } from './projections/projection-employees.ts'
import { createOrdersProjection, type OrdersProjection } from './projections/projection-orders.ts'
import type { OrderSums } from './projections/order-sums.ts'
import { createTasksProjection, type TasksProjection } from './projections/projection-tasks.ts'
import { type Row, rowKey, storedToRow } from '../rows/rows.ts'
import type { ShowEarly } from '../rows/show-early.ts'
import { type RowListener, RowCache, rowToShown } from './row-cache.ts'
import type { RowReads } from './unheld-reads.ts'
import { watchShopCounts } from './shop-counts.ts'
import { createTotals } from './totals.ts'
import type { Pricing } from '#schema/rules/money/price.ts'
import type { MoneySettings } from '../platform/known-shop.ts'
import type { OrdersQuery } from './list-queries.ts'

export type RowReader = {
  rows: DeviceRows
  lists: DeviceLists
  /** Living rows whose `field` holds the id. */
  findPointing: (collection: CollectionName, field: string, id: string) => Promise<Row[]>
  showEarly: ShowEarly
  close: () => void
}

type Options = {
  database: LocalDatabase
  outbox: Outbox
  clock: () => Date
  onOutboxChange: (listener: () => void) => () => void
  knownPages: KnownPages
  firstPages: FirstPages
  /** The same database, without reads of collections known to be empty. */
  reads: RowReads
  timeZoneOf: (shopId: string) => string
  ticketPrefixesOf: (shopId: string) => readonly string[]
  moneySettingsOf: (shopId: string) => MoneySettings
}

/** Safe cast: rows are stored under their collection's name. */
const asDocument = <N extends CollectionName>(row: Row): DocumentByCollection[N] => row as unknown as DocumentByCollection[N]

export function createRowReader({
  database,
  outbox,
  clock,
  onOutboxChange,
  knownPages,
  firstPages,
  reads,
  timeZoneOf,
  ticketPrefixesOf,
  moneySettingsOf,
}: Options): RowReader {
  const rowListeners = new Map<string, Set<(row: Row | undefined) => void>>()
  const changeListeners = new Map<CollectionName, Set<RowListener>>(collectionNames.map((name) => [name, new Set()]))
  const ordersByShop = new Map<string, OrdersProjection>()
  const customersByShop = new Map<string, CustomersProjection>()
  const tasksByShop = new Map<string, TasksProjection>()
  const employeesByShop = new Map<string, EmployeesProjection>()
  const sumsByShop = new Map<string, OrderSums>()
  const shopRowsByKey = new Map<string, ShopRows>()
  const turns = new BuildTurns()

  const projectionsOf = (collection: CollectionName): Iterable<{ apply: (changes: readonly RowChange[]) => void }> => {
    switch (collection) {
      case 'orders':
        return ordersByShop.values()
      case 'customers':
        return customersByShop.values()
      case 'tasks':
        return tasksByShop.values()
      case 'employees':
        return employeesByShop.values()
      default:
        return []
    }
  }

  const tellRows = (collection: CollectionName, changes: readonly RowChange[]): void => {
    for (const projection of projectionsOf(collection)) projection.apply(changes)
    if (rowListeners.size === 0) return
    for (const { id, row } of changes) {
      const listeners = rowListeners.get(rowKey(collection, id))
      if (listeners === undefined) continue
      const plain = row === undefined ? undefined : storedToRow(row)
      for (const listener of listeners) listener(plain)
    }
  }
  /** Rows that are not stored yet may be in the first pages. */
  const withFirstPages: Pick<LocalDatabase, 'find'> = {
    async find(collection, ids) {
      const storedById = await reads.find(collection, ids)
      const missing = firstPages.readMissing(collection, ids, storedById)
      return missing.size === 0 ? storedById : new Map([...storedById, ...[...missing].map(([id, row]) => [id, rowToShown(collection, row)] as const)])
    },
  }
  const memory = new RowCache(withFirstPages, (collection, changes, isRepeat) => {
    if (!isRepeat) tellRows(collection, changes)
    for (const listener of changeListeners.get(collection) ?? []) listener(changes, isRepeat)
  })
  const stop = database.watch((collection, changes) => memory.hear(collection, changes))

  const ordersOf = (shopId: string): OrdersProjection => getOrMake(ordersByShop, shopId, () => createOrdersProjection(database, shopId, turns))
  const customersOf = (shopId: string): CustomersProjection => getOrMake(customersByShop, shopId, () => createCustomersProjection(database, shopId, turns))

  const tasksOf = (shopId: string): TasksProjection => getOrMake(tasksByShop, shopId, () => createTasksProjection(database, shopId, turns))
  const employeesOf = (shopId: string): EmployeesProjection => getOrMake(employeesByShop, shopId, () => createEmployeesProjection(database, shopId, turns))

  const surroundingsOf = (shopId: string) => ({ employees: employeesOf(shopId), orders: ordersOf(shopId), customers: customersOf(shopId) })

  const onChanges = (collection: CollectionName, listener: RowListener): (() => void) => {
    const listeners = changeListeners.get(collection)
    listeners?.add(listener)
    return () => void listeners?.delete(listener)
  }

  const inOrder = <N extends CollectionName>(ids: readonly string[], rowById: ReadonlyMap<string, Row>): DocumentByCollection[N][] =>
    ids.flatMap((id) => {
      const row = rowById.get(id)
      return row === undefined ? [] : [asDocument<N>(row)]
    })

  const readMany = async <N extends CollectionName>(collection: N, ids: readonly string[]): Promise<DocumentByCollection[N][]> =>
    inOrder(ids, await memory.find(collection, ids))

  const readPage: ListContext['readRows'] = async (collection, ids) => inOrder(ids, await memory.recall(collection, ids))

  const read: DeviceRows['read'] = async (collection, id) => (await readMany(collection, [id]))[0]

  const watch: DeviceRows['watch'] = (collection, id, listener, onUnreadable) => {
    const key = rowKey(collection, id)
    let hasHeard = false
    let isOver = false
    const onRow = (row: Row | undefined): void => {
      hasHeard = true
      listener(row === undefined ? undefined : asDocument(row))
    }
    const listeners = getOrMake(rowListeners, key, () => new Set<(row: Row | undefined) => void>())
    listeners.add(onRow)
    void read(collection, id).then(
      (row) => {
        if (!hasHeard && !isOver) listener(row)
      },
      () => {
        if (!hasHeard && !isOver) onUnreadable?.()
      },
    )
    return () => {
      isOver = true
      listeners.delete(onRow)
      if (listeners.size === 0) rowListeners.delete(key)
    }
  }

  const list: DeviceRows['list'] = async (collection, shopId) => {
    const rows: Row[] = []
    for await (const batch of database.scan(collection, { shopId })) rows.push(...batch)
    return rows.map((row) => asDocument(row))
  }

  const listOf: DeviceRows['listOf'] = async (collection, field, id) => {
    const stored = await reads.findBy(collection, field, id)
    return (await firstPages.withMissing(collection, stored, (row) => row[field] === id)).map((row) => asDocument(row))
  }

  const matchedCustomers = async (shopId: string, pick: (projection: CustomersProjection) => readonly { id: string }[]): Promise<Customer[]> => {
    const projection = customersOf(shopId)
    await projection.demand()
    return readMany(
      'customers',
      pick(projection).map(({ id }) => id),
    )
  }

  const shopRowsOf = (collection: CollectionName, shopId: string): ShopRows => {
    const key = `${collection}/${shopId}`
    return getOrMake(shopRowsByKey, key, () => {
      const made = createShopRows({ database, onChanges }, { collection, shopId })
      // After a failed read, the next caller reads again.
      made.ready.catch(() => shopRowsByKey.delete(key))
      return made
    })
  }

  const readPricing = async (shopId: string): Promise<Pricing> => {
    const settings = moneySettingsOf(shopId)
    const rates = settings.taxMode === 'none' || !database.collections.includes('tax_rates') ? [] : await list('tax_rates', shopId)
    return { ...settings, rates }
  }
  const totals = createTotals({ database: reads, firstPages, onChanges, readRows: readPage, readPricing })

  const context: ListContext = {
    database: reads,
    outbox,
    firstPages,
    totals,
    sumsOf: (shopId) =>
      getOrMake(sumsByShop, shopId, () =>
        laterSums(async () =>
          (await import('./projections/order-sums.ts')).createOrderSums(
            { database, turns, onChanges, customers: customersOf(shopId), settings: () => moneySettingsOf(shopId) },
            shopId,
          ),
        ),
      ),
    knownPages,
    clock,
    timeZoneOf,
    ticketPrefixesOf,
    readRows: readPage,
    onChanges,
    onOutboxChange,
  }

  const rows: DeviceRows = {
    read,
    readMany,
    list,
    listOf,
    count: (collection, shopId) => database.count(collection, shopId),
    readMoney: totals.readMoney,
    watch,
    watchShop: (collection, shopId, listener) =>
      watchWhole(shopRowsOf(collection, shopId), { collection, shopId, firstPages }, (held) => listener(held.map((row) => asDocument(row)))),
    watchRange: (collection, shopId, range, listener) =>
      watchRange({ database, onChanges }, { collection, shopId, range }, (held) => listener(held.map((row) => asDocument(row)))),
    watchDeleted: (collection, listener) => onChanges(collection, hearDeleted(listener)),
    watchCollection: (collection, listener) => onChanges(collection, () => listener()),
    watchChanges: (collection, listener) =>
      onChanges(collection, (changes) =>
        listener(changes.flatMap(({ row, previous }) => (row === undefined ? [] : [{ row: asDocument(row), previous: previous && asDocument(previous) }]))),
      ),
  }

  const lists: DeviceLists = {
    openOrders: (query) => createLiveList(ordersSource(context, query.shopId, surroundingsOf(query.shopId)), query),
    openBoard: (query, open) => open(context, query, surroundingsOf(query.shopId)),
    findOrderIds: (query) => findOrderIds(ordersSource(context, query.shopId, surroundingsOf(query.shopId)), query),
    readOrders: (shopId, ids) => ordersSource(context, shopId, surroundingsOf(shopId)).load(ids, new Map()),
    openTasks: (query) => createLiveList(tasksSource(context, query.shopId, tasksOf(query.shopId), surroundingsOf(query.shopId)), query),
    openCustomers: (query) => createLiveList(customersSource(context, query.shopId, customersOf(query.shopId)), query),

    searchCustomers: (shopId, query, limit) => {
      const matches = customerSearchMatcher(query)
      return matchedCustomers(shopId, (projection) => takeMatches(projection.sorted(), matches, limit))
    },

    findLongestName: async (shopId) => {
      const [longest] = await matchedCustomers(shopId, (projection) => findLongestName(projection.sorted()))
      return longest
    },

    findMatchingCustomers: (shopId, typedPhone, limit = 50) =>
      matchedCustomers(shopId, (projection) => findPhoneMatches(projection.sorted(), typedPhone, limit)),

    findTickets: async (shopId, typed) =>
      (await import('./find-tickets.ts')).findTickets({ orders: ordersOf(shopId), readMany }, typed, ticketPrefixesOf(shopId)),

    openFinder: async (shopId) =>
      (await import('./find/finder.ts')).openFinder(
        { database, turns, orders: ordersOf(shopId), customers: customersOf(shopId), readRows: readPage, onChanges, ticketPrefixesOf },
        shopId,
      ),

    watchCounts: (shopId) =>
      watchShopCounts({
        orders: ordersOf(shopId),
        tasks: tasksOf(shopId),
        early: {
          read: () => (['orders', 'customers', 'tasks'] as const).map((view) => firstPages.find(view, shopId)).find((page) => page !== undefined)?.counts,
          subscribe: (listener) => firstPages.subscribe(listener),
        },
        clock: () => correctTime(clock()),
        timeZone: () => timeZoneOf(shopId),
      }),
  }

  return {
    rows,
    lists,
    findPointing: async (collection, field, id) => {
      if (collection !== 'orders' || field !== 'customerId') return database.findBy(collection, field, id)
      // Ask the projections first; a query would read every order of the device. Look up only what they lack.
      for (const projection of ordersByShop.values()) {
        const known: string[] = []
        for (const entry of projection.values()) if (entry.customer.id === id) known.push(entry.id)
        if (known.length > 0) return [...(await database.find(collection, known)).values()].filter((row) => !row._deleted)
      }
      return database.findBy(collection, field, id)
    },
    showEarly: memory.show,
    close: stop,
  }
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}

async function findOrderIds({ demand, find }: Pick<ListSource<OrdersQuery, never>, 'demand' | 'find'>, query: OrdersQuery): Promise<string[]> {
  await demand(query)
  return find({ ...query, page: 1, pageSize: Number.MAX_SAFE_INTEGER })?.ids ?? []
}

/** A row listener that reports deletions only. */
const hearDeleted =
  (listener: (ids: readonly string[]) => void): RowListener =>
  (changes) => {
    const gone = changes.flatMap(({ id, row }) => (row === undefined || row._deleted ? [id] : []))
    if (gone.length > 0) listener(gone)
  }

/** Loads the sums' code on first use; no first view needs it. */
function laterSums(load: () => Promise<OrderSums>): OrderSums {
  let sums: OrderSums | undefined
  let loading: Promise<OrderSums> | undefined
  const open = async (): Promise<OrderSums> => {
    // After a failed load, the next caller loads again.
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return (sums = await loading)
  }
  return {
    get isReady() {
      return sums?.isReady === true
    },
    get version() {
      return sums?.version ?? ''
    },
    demand: async () => (await open()).demand(),
    isUnpaid: (order) => sums?.isUnpaid(order) === true,
  }
}
