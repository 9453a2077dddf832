import type { EmployeeListItem, TaskListItem } from '#schema/api/answers/row-answers.ts'
import type { ShopAnswer } from '#schema/api/answers/sync-answers.ts'
import type { DocumentByCollection } from '#schema/collections/index.ts'
import type { Task } from '#schema/collections/work/tasks.ts'
import { foldText } from '#schema/values/customer-match.ts'
import { customerMatchesSearch } from '#schema/rules/customers/customer-search.ts'
import { serviceToTitle } from '#schema/values/services/service-title.ts'
import { isSale, type OrderKind } from '#schema/values/order-kind.ts'
import { compareOrders } from '#schema/values/order-sort.ts'
import { daysSince } from '#schema/rules/orders/status-age.ts'
import { employeeToListItem } from '#schema/api/list-items.ts'
import type { Db } from '../../db/database.ts'
import { compareNames } from '../../lists/compare-names.ts'
import { mapInSteps, sortInSteps, type ListSteps } from '../../lists/list-steps.ts'
import type { List } from '../../lists/list.ts'
import { compareMade, readKeys, readTaskListItems, rowsToList, type KeyWay } from './list-rows.ts'

type Documents = DocumentByCollection

type Made = { id: string; createdAt: string }

const sortByName = <Key extends Made>(steps: ListSteps, keys: readonly Key[], toName: (key: Key) => string): Promise<Key[]> =>
  sortInSteps(steps, keys, (one, other) => compareNames(toName(one), toName(other)) || compareMade(one, other))

export async function listOrders(reader: Db, steps: ListSteps, shopId: string, kind: OrderKind | 'all' = 'repair'): Promise<List<Documents['orders']>> {
  const keys = await readKeys(reader, steps, 'orders', shopId, ['kind', 'priority', 'dueTimestamp', 'orderStatusId'], { way: 'feed' })
  const wanted = kind === 'all' ? keys : keys.filter((order) => order.kind === kind)
  return rowsToList(reader, 'orders', shopId, await sortInSteps(steps, wanted, compareOrders))
}

type StatusAge = { orderId: string; daysSinceLastChange: number }

/** Calendar days in the time zone since each repair got its status, by order id. */
export async function listStatusAges(reader: Db, steps: ListSteps, shopId: string, now: Date, timezone: string): Promise<List<StatusAge>> {
  const keys = await readKeys(reader, steps, 'orders', shopId, ['kind', 'statusChangedAt'], { way: 'feed' })
  const repairs = keys.filter((order) => !isSale(order))
  const sorted = await sortInSteps(steps, repairs, (one, other) => (one.id < other.id ? -1 : 1))
  const changedAtById = new Map(sorted.map(({ id, statusChangedAt }) => [id, statusChangedAt]))
  return {
    ids: [...changedAtById.keys()],
    read: async (ids) => ids.map((orderId) => ({ orderId, daysSinceLastChange: daysSince(changedAtById.get(orderId) ?? '', now, timezone) })),
  }
}

type TaskKey = Pick<Task, 'id' | 'createdAt' | 'dueTimestamp'>

/** Earliest due date first, then tasks without one. */
const compareTasks = (one: TaskKey, other: TaskKey): number => {
  const [oneDue, otherDue] = [one.dueTimestamp ?? '9', other.dueTimestamp ?? '9']
  if (oneDue !== otherDue) return oneDue < otherDue ? -1 : 1
  return compareMade(one, other)
}

/** Tasks with the shown fields of their order; of the shop or of one order. */
export async function listTasks(reader: Db, steps: ListSteps, shopId: string, orderId?: string): Promise<List<TaskListItem>> {
  const keys = await sortInSteps(steps, await readKeys(reader, steps, 'tasks', shopId, ['dueTimestamp'], toWay(orderId)), compareTasks)
  return { ids: keys.map(({ id }) => id), read: (ids) => readTaskListItems(reader, shopId, ids) }
}

const toWay = (orderId: string | undefined): KeyWay => (orderId === undefined ? { way: 'feed' } : { way: 'parent', field: 'orderId', id: orderId })

type MoneyCollection = 'payments' | 'costs' | 'order_lines'
export type PartOfOrders = MoneyCollection | 'attachments' | 'order_notes' | 'test_results' | 'estimates' | 'invoices' | 'messages'

/** Oldest first; of the shop or of one order. */
export async function listPartsOfOrders<N extends PartOfOrders>(
  reader: Db,
  steps: ListSteps,
  collection: N,
  shopId: string,
  orderId?: string,
): Promise<List<Documents[N]>> {
  const keys: readonly Made[] = await readKeys<PartOfOrders, never>(reader, steps, collection, shopId, [], toWay(orderId))
  return rowsToList(reader, collection, shopId, await sortInSteps(steps, keys, compareMade))
}

/** Payments, costs or lines by date, oldest first. Instants bound the date, `to` exclusive, null for open. */
export async function listMoney<N extends MoneyCollection>(
  reader: Db,
  steps: ListSteps,
  collection: N,
  shopId: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<List<Documents[N]>> {
  const way = { way: 'time', from: from ?? undefined, to: to ?? undefined } as const
  const keys: readonly Made[] = await readKeys<MoneyCollection, never>(reader, steps, collection, shopId, [], way)
  return rowsToList(reader, collection, shopId, keys)
}

/** Newest first. */
export async function listTillDays(reader: Db, steps: ListSteps, shopId: string): Promise<List<Documents['till_days']>> {
  const keys = await readKeys(reader, steps, 'till_days', shopId, [], { way: 'feed' })
  return rowsToList(reader, 'till_days', shopId, (await sortInSteps(steps, keys, compareMade)).reverse())
}

/** Oldest first. */
export async function listPurchases(reader: Db, steps: ListSteps, shopId: string): Promise<List<Documents['purchases']>> {
  const keys: readonly Made[] = await readKeys(reader, steps, 'purchases', shopId, [], { way: 'feed' })
  return rowsToList(reader, 'purchases', shopId, await sortInSteps(steps, keys, compareMade))
}

/** Oldest first; of the shop or of one purchase. */
export async function listPurchaseLines(reader: Db, steps: ListSteps, shopId: string, purchaseId?: string): Promise<List<Documents['purchase_lines']>> {
  const way: KeyWay = purchaseId === undefined ? { way: 'feed' } : { way: 'parent', field: 'purchaseId', id: purchaseId }
  const keys: readonly Made[] = await readKeys(reader, steps, 'purchase_lines', shopId, [], way)
  return rowsToList(reader, 'purchase_lines', shopId, await sortInSteps(steps, keys, compareMade))
}

/** Oldest first; of the shop or of one stock take. */
export async function listStockCounts(reader: Db, steps: ListSteps, shopId: string, takeId?: string): Promise<List<Documents['stock_counts']>> {
  const way: KeyWay = takeId === undefined ? { way: 'feed' } : { way: 'parent', field: 'takeId', id: takeId }
  const keys: readonly Made[] = await readKeys(reader, steps, 'stock_counts', shopId, [], way)
  return rowsToList(reader, 'stock_counts', shopId, await sortInSteps(steps, keys, compareMade))
}

/** Customers by folded name; `search` matches words of name, company, city and tax ID, or digits of a phone. */
export async function listCustomers(reader: Db, steps: ListSteps, shopId: string, search: string): Promise<List<Documents['customers']>> {
  const keys = await readKeys(
    reader,
    steps,
    'customers',
    shopId,
    ['name', 'countryCode', 'phone', 'alternateCountryCode', 'alternatePhone', 'company', 'city', 'taxId'],
    { way: 'feed' },
  )
  const found = await mapInSteps(steps, keys, (customer) =>
    customerMatchesSearch(customer, search) ? [{ id: customer.id, folded: foldText(customer.name) }] : [],
  )
  return rowsToList(reader, 'customers', shopId, await sortInSteps(steps, found, compareFolded))
}

const compareFolded = (one: { folded: string; id: string }, other: { folded: string; id: string }): number => {
  if (one.folded !== other.folded) return one.folded < other.folded ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/** Customers' devices, oldest first; of the shop or of one customer. */
export async function listAssets(reader: Db, steps: ListSteps, shopId: string, customerId?: string): Promise<List<Documents['assets']>> {
  const way: KeyWay = customerId === undefined ? { way: 'feed' } : { way: 'parent', field: 'customerId', id: customerId }
  const keys: readonly Made[] = await readKeys(reader, steps, 'assets', shopId, [], way)
  return rowsToList(reader, 'assets', shopId, await sortInSteps(steps, keys, compareMade))
}

export async function listProducts(reader: Db, steps: ListSteps, shopId: string): Promise<List<Documents['products']>> {
  const keys = await readKeys(reader, steps, 'products', shopId, ['name'], { way: 'feed' })
  return rowsToList(reader, 'products', shopId, await sortByName(steps, keys, ({ name }) => name))
}

export async function listSuppliers(reader: Db, steps: ListSteps, shopId: string): Promise<List<Documents['suppliers']>> {
  const keys = await readKeys(reader, steps, 'suppliers', shopId, ['supplierName'], { way: 'feed' })
  return rowsToList(reader, 'suppliers', shopId, await sortByName(steps, keys, ({ supplierName }) => supplierName))
}

/** Tax rates by name, also archived ones. */
export async function listTaxRates(reader: Db, steps: ListSteps, shopId: string): Promise<List<Documents['tax_rates']>> {
  const keys = await readKeys(reader, steps, 'tax_rates', shopId, ['name'], { way: 'feed' })
  return rowsToList(reader, 'tax_rates', shopId, await sortByName(steps, keys, ({ name }) => name))
}

/** The price list by device and name, also archived services. */
export async function listServices(reader: Db, steps: ListSteps, shopId: string): Promise<List<Documents['services']>> {
  const keys = await readKeys(reader, steps, 'services', shopId, ['brand', 'model', 'name'], { way: 'feed' })
  return rowsToList(reader, 'services', shopId, await sortByName(steps, keys, serviceToTitle))
}

/** Test lists by name, also archived ones. */
export async function listTests(reader: Db, steps: ListSteps, shopId: string): Promise<List<Documents['tests']>> {
  const keys = await readKeys(reader, steps, 'tests', shopId, ['name'], { way: 'feed' })
  return rowsToList(reader, 'tests', shopId, await sortByName(steps, keys, ({ name }) => name))
}

export async function listEmployees(reader: Db, steps: ListSteps, shop: ShopAnswer): Promise<List<EmployeeListItem>> {
  const keys = await readKeys(reader, steps, 'employees', shop.id, ['name'], { way: 'feed' })
  const { ids, read } = rowsToList(reader, 'employees', shop.id, await sortByName(steps, keys, ({ name }) => name))
  return { ids, read: async (some) => (await read(some)).map((employee) => employeeToListItem(employee, shop)) }
}

/** Oldest first. */
export async function listChecklistItems(reader: Db, steps: ListSteps, shopId: string): Promise<{ id: string; name: string }[]> {
  const keys = await readKeys(reader, steps, 'checklist_items', shopId, ['name'], { way: 'feed' })
  return (await sortInSteps(steps, keys, compareMade)).map(({ id, name }) => ({ id, name }))
}
