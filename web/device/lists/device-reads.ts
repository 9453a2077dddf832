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

/** Rows as this device holds them. Whoever watches calls the answer to stop. */
export type DeviceRows = {
  read: <N extends CollectionName>(collection: N, id: string) => Promise<DocumentByCollection[N] | undefined>
  /** In the order of the ids; those that are not there are left out. */
  readMany: <N extends CollectionName>(collection: N, ids: readonly string[]) => Promise<DocumentByCollection[N][]>
  /** All living rows of a shop; for small collections only. */
  list: <N extends CollectionName>(collection: N, shopId: string) => Promise<DocumentByCollection[N][]>
  /** Living rows whose field holds the id of another row: what belongs to an order. */
  listOf: <N extends CollectionName>(collection: N, field: string, id: string) => Promise<DocumentByCollection[N][]>
  /** Living rows of the shop in this device's database; for collections with a list of their own, where counting is cheap. */
  count: (collection: 'orders' | 'customers', shopId: string) => Promise<number>
  /** Calls back with the row now and after each change of it; undefined when there is none. `onUnreadable`: the device cannot read it now. */
  watch: <N extends CollectionName>(
    collection: N,
    id: string,
    listener: (row: DocumentByCollection[N] | undefined) => void,
    onUnreadable?: () => void,
  ) => () => void
  /** Calls back with all living rows of a shop, in no order, when they are read and after changes among them; for small collections only. */
  watchShop: <N extends CollectionName>(collection: N, shopId: string, listener: (rows: DocumentByCollection[N][]) => void) => () => void
  /**
   * Calls back with the shop's living rows with `fromInstant <= createdAt < toInstantExclusive` (null is an open end), oldest
   * first, when they are read and after each burst of changes among them.
   */
  watchRange: <N extends CollectionName>(collection: N, shopId: string, range: DayRange, listener: (rows: DocumentByCollection[N][]) => void) => () => void
  /** Calls back with the ids of rows of the collection that are gone. */
  watchDeleted: (collection: CollectionName, listener: (ids: readonly string[]) => void) => () => void
  /** Tells that something in the collection changed. */
  watchCollection: (collection: CollectionName, listener: () => void) => () => void
  /** Tells of each row that is stored anew what it was before; undefined where it is new, or is shown before it is stored. */
  watchChanges: <N extends CollectionName>(
    collection: N,
    listener: (changes: readonly { row: DocumentByCollection[N]; previous: DocumentByCollection[N] | undefined }[]) => void,
  ) => () => void
}

/** Live lists in their documented orders, and look-ups for pickers. */
export type DeviceLists = {
  openOrders: (query: OrdersQuery) => LiveList<OrdersQuery, OrderListRow>
  /** `open`: its code, which comes with the board. */
  openBoard: (query: BoardQuery, open: OpenBoard) => LiveBoard
  openCustomers: (query: CustomersQuery) => LiveList<CustomersQuery, CustomerListRow>
  openTasks: (query: TasksQuery) => LiveList<TasksQuery, TaskListRow>
  /** The ids of all orders that answer the query, whatever its page, in list order; of those that are on this device. */
  findOrderIds: (query: OrdersQuery) => Promise<string[]>
  /** Orders as their list shows them, in the order of the ids; those that are gone are left out. */
  readOrders: (shopId: string, ids: readonly string[]) => Promise<OrderListRow[]>
  /** At most `limit` whose name or phone holds the query; by name, for an empty query all. */
  searchCustomers: (shopId: string, query: string, limit: number) => Promise<Customer[]>
  /** Customers whose main or alternate phone ends with the last typed digits. */
  findMatchingCustomers: (shopId: string, typedPhone: string, limit?: number) => Promise<Customer[]>
  /** The order that a ticket, a number or a short code names; undefined when this device holds none. */
  findTicket: (shopId: string, typed: string) => Promise<Order | undefined>
  /** Finds anything of the shop, until it is closed; its code comes with the first call. */
  openFinder: (shopId: string) => Promise<Finder>
  /** Unfinished orders, and open tasks that are due. */
  watchCounts: (shopId: string) => Readable<ShopCounts>
}
