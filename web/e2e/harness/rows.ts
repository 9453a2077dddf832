import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import { createOp } from '#scripts/process-tests/api-client.ts'
import type { TestShop } from './fixtures.ts'

type Values = Parameters<typeof createOp>[1]

/** Adds a customer as another device would; returns the id. */
export async function addCustomer(shop: TestShop, values: Values & { name: string }, at?: Date): Promise<string> {
  const op = createOp('customers', { countryCode: '+1', phone: '5550000000', ...values })
  await shop.api.write(shop.id, [op], at)
  return op.id
}

export const readCustomerNames = async (shop: TestShop): Promise<string[]> =>
  (await shop.api.read<{ name: string }[]>(`/api/${shop.id}/customers`)).map(({ name }) => name).toSorted()

type OrderValues = Values & { customerId: string; status?: OrderStatusName; itemDetails: string }

/** Adds an order as another device would; returns the id. */
export async function addOrder(shop: TestShop, { status = 'Dropped Off', ...values }: OrderValues, at?: Date): Promise<string> {
  const op = createOp('orders', { orderStatusId: orderStatusIdByName[status], issueDescription: 'Does not start', ...values })
  await shop.api.write(shop.id, [op], at)
  return op.id
}

export async function changeOrder(shop: TestShop, id: string, changes: Record<string, { from: Values[string]; to: Values[string] }>): Promise<void> {
  await shop.api.write(shop.id, [{ action: 'update', collection: 'orders', id, changes }])
}
