import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Readable } from '../platform/observable.ts'
import type { Finder } from './find/finder.ts'
import type { DayRange } from '../rows/day-range.ts'
import type { BoardQuery, LiveBoard, OpenBoard } from './board/order-board.ts'
import type { CustomerListRow, CustomersQuery, OrderListRow, OrdersQuery, TaskListRow, TasksQuery } from './list-queries.ts'
import type { LiveList } from './live-list.ts'
import type { ShopCounts } from './shop-counts.ts'
import type { Totals } from './totals.ts'

/** Rows of this device. Every `watch` returns its unsubscribe function. */
export type DeviceRows = {
  read: <N extends CollectionName>(collection: N, id: string) => Promise<DocumentByCollection[N] | undefined>
  /** In the order of `ids`, without missing rows. */
  readMany: <N extends CollectionName>(collection: N, ids: readonly string[]) => Promise<DocumentByCollection[N][]>
  /** All living rows of a shop; for small collections only. */
  list: <N extends CollectionName>(collection: N, shopId: string) => Promise<DocumentByCollection[N][]>
  /** Living rows whose `field` holds the id, e.g. an order's payments. */
  listOf: <N extends CollectionName>(collection: N, field: string, id: string) => Promise<DocumentByCollection[N][]>
  count: (collection: 'orders' | 'customers' | 'products', shopId: string) => Promise<number>
  /** What `toBalance` needs, by order id. */
  readMoney: Totals['readMoney']
  /** Calls back with the row now and after each change; undefined when there is none. `onUnreadable`: the storage cannot read it now. */
  watch: <N extends CollectionName>(
    collection: N,
    id: string,
    listener: (row: DocumentByCollection[N] | undefined) => void,
    onUnreadable?: () => void,
  ) => () => void
  /** Calls back with all living rows of a shop, unordered, now and after changes; for small collections only. */
  watchShop: <N extends CollectionName>(collection: N, shopId: string, listener: (rows: DocumentByCollection[N][]) => void) => () => void
  /**
   * Calls back with the shop's living rows with `fromInstant <= createdAt < toInstantExclusive` (null is an open end),
   * oldest first, now and after each burst of changes.
   */
  watchRange: <N extends CollectionName>(collection: N, shopId: string, range: DayRange, listener: (rows: DocumentByCollection[N][]) => void) => () => void
  /** Calls back with the ids of deleted rows. */
  watchDeleted: (collection: CollectionName, listener: (ids: readonly string[]) => void) => () => void
  watchCollection: (collection: CollectionName, listener: () => void) => () => void
  /** Calls back with a row's former value when it is stored anew; undefined where it is new, or shown before it is stored. */
  watchChanges: <N extends CollectionName>(
    collection: N,
    listener: (changes: readonly { row: DocumentByCollection[N]; previous: DocumentByCollection[N] | undefined }[]) => void,
  ) => () => void
}

/** Live lists in their documented orders, and look-ups for pickers. */
export type DeviceLists = {
  openOrders: (query: OrdersQuery) => LiveList<OrdersQuery, OrderListRow>
  /** `open`: the lazily loaded code of the board. */
  openBoard: (query: BoardQuery, open: OpenBoard) => LiveBoard
  openCustomers: (query: CustomersQuery) => LiveList<CustomersQuery, CustomerListRow>
  openTasks: (query: TasksQuery) => LiveList<TasksQuery, TaskListRow>
  /** The ids of all matching orders on this device, in list order, ignoring pages. */
  findOrderIds: (query: OrdersQuery) => Promise<string[]>
  /** Orders as list rows, in the order of `ids`, without missing ones. */
  readOrders: (shopId: string, ids: readonly string[]) => Promise<OrderListRow[]>
  /** At most `limit` customers whose name or phone matches; by name for an empty query. */
  searchCustomers: (shopId: string, query: string, limit: number) => Promise<Customer[]>
  /** The customer with the longest name; undefined without any. */
  findLongestName: (shopId: string) => Promise<Customer | undefined>
  /** Customers whose main or alternate phone ends with the last typed digits. */
  findMatchingCustomers: (shopId: string, typedPhone: string, limit?: number) => Promise<Customer[]>
  /** The orders named by a ticket, number or short code, the one that has the number before those that had it. */
  findTickets: (shopId: string, typed: string) => Promise<Order[]>
  /** Searches all of the shop until closed; loads its code on the first call. */
  openFinder: (shopId: string) => Promise<Finder>
  watchCounts: (shopId: string) => Readable<ShopCounts>
}
