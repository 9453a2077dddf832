import { v7 } from 'uuid'
import type { Op } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Json } from '#schema/values/merge.ts'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import type { TestShop } from './shop-server.ts'

type Values = Record<string, Json>

/** The id is new unless the values name one. */
export function createOp(collection: CollectionName, { id = v7(), ...values }: Values & { id?: string }): Op & { action: 'create' } {
  return { action: 'create', collection, id, values }
}

/** Adds a customer as another device would; returns the id. */
export async function addCustomer(shop: TestShop, values: Values & { name: string }, at?: Date): Promise<string> {
  const op = createOp('customers', { countryCode: '+1', phone: '5550000000', ...values })
  await shop.api.write(shop.id, [op], at)
  return op.id
}

type OrderValues = Values & { customerId: string; status?: OrderStatusName; itemDetails: string }

/** Adds an order as another device would; returns the id. */
export async function addOrder(shop: TestShop, { status = 'Dropped Off', ...values }: OrderValues, at?: Date): Promise<string> {
  const op = createOp('orders', { orderStatusId: orderStatusIdByName[status], issueDescription: 'Does not start', ...values })
  await shop.api.write(shop.id, [op], at)
  return op.id
}

export async function changeOrder(shop: TestShop, id: string, changes: Record<string, { from: Json; to: Json }>): Promise<void> {
  await shop.api.write(shop.id, [{ action: 'update', collection: 'orders', id, changes }])
}

export async function readOrders(shop: TestShop): Promise<Order[]> {
  const orders = await shop.api.pullAll('orders')
  return orders.filter(({ _deleted }) => !_deleted) as unknown as Order[]
}

export async function addTask(shop: TestShop, values: Values & { description: string }): Promise<string> {
  const op = createOp('tasks', { completed: false, ...values })
  await shop.api.write(shop.id, [op])
  return op.id
}

/** Adds orders, one per day until now, with a customer for every three. */
export async function addOrders(shop: TestShop, count: number): Promise<string[]> {
  const ids: string[] = []
  let customerId = ''
  for (let index = 0; index < count; index++) {
    if (index % 3 === 0) customerId = await addCustomer(shop, { name: `Customer ${index}` })
    ids.push(await addOrder(shop, { customerId, itemDetails: `Device ${index}` }, new Date(Date.now() - (count - index) * 86_400_000)))
  }
  return ids
}
