import { findFirstOrder, toWarrantyUntil, type WarrantyLine, type WarrantyOrder } from '#schema/rules/orders/warranty.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Db } from '../../db/database.ts'
import { findShopProfile } from '../shop-profiles.ts'

/** The last day of warranty of each order that has one. The orders are of one shop. */
export async function readWarrantyEnds(reader: Db, shopId: string, orders: readonly WarrantyOrder[]): Promise<ReadonlyMap<string, string>> {
  const orderById = await readFirstOrders(reader, shopId, orders)
  const firstById = new Map(orders.map((order) => [order.id, findFirstOrder(order, orderById)]))
  const pickedUp = [...new Map([...firstById.values()].map((first) => [first.id, first])).values()].filter(isPickedUp)
  if (pickedUp.length === 0) return new Map()
  const [profile, linesById] = await Promise.all([
    findShopProfile(reader, shopId),
    readLines(
      reader,
      pickedUp.map(({ id }) => id),
    ),
  ])
  const settings = { warrantyDays: profile?.warrantyDays ?? 0, timeZone: profile?.effectiveTimeZone ?? 'UTC' }
  const endById = new Map(pickedUp.map((order) => [order.id, toWarrantyUntil(order, linesById.get(order.id) ?? [], settings)]))
  return new Map(
    orders.flatMap(({ id }): [string, string][] => {
      const end = endById.get(firstById.get(id)?.id ?? id)
      return end === undefined || end === null ? [] : [[id, end]]
    }),
  )
}

export async function readWarrantyEnd(reader: Db, shopId: string, order: WarrantyOrder): Promise<string | null> {
  return (await readWarrantyEnds(reader, shopId, [order])).get(order.id) ?? null
}

const isPickedUp = ({ orderStatusId }: WarrantyOrder): boolean => orderStatusId === orderStatusIdByName['Picked up']

/** The orders, and those that they claim, up to the first. */
async function readFirstOrders(reader: Db, shopId: string, orders: readonly WarrantyOrder[]): Promise<ReadonlyMap<string, WarrantyOrder>> {
  const orderById = new Map(orders.map((order) => [order.id, order]))
  const asked = new Set(orderById.keys())
  for (let wanted = claimedBy(orders, asked); wanted.length > 0;) {
    for (const id of wanted) asked.add(id)
    const found = await reader
      .selectFrom('orders')
      .select(['id', 'order_status_id as orderStatusId', 'status_changed_at as statusChangedAt', 'claim_of as claimOf'])
      .where('id', 'in', wanted)
      .where('shop_id', '=', shopId)
      .where('deleted', '=', 0)
      .execute()
    for (const order of found) orderById.set(order.id, order)
    wanted = claimedBy(found, asked)
  }
  return orderById
}

const claimedBy = (orders: readonly WarrantyOrder[], asked: ReadonlySet<string>): string[] => [
  ...new Set(orders.flatMap(({ claimOf }) => (claimOf === null || asked.has(claimOf) ? [] : [claimOf]))),
]

async function readLines(reader: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, WarrantyLine[]>> {
  const rows = await reader
    .selectFrom('order_lines')
    .leftJoin('services', 'services.id', 'order_lines.service_id')
    .select(['order_lines.order_id as orderId', 'order_lines.kind', 'order_lines.warranty_days as warrantyDays', 'services.warranty_days as serviceDays'])
    .where('order_lines.order_id', 'in', orderIds)
    .where('order_lines.deleted', '=', 0)
    .execute()
  return Map.groupBy(rows, ({ orderId }) => orderId)
}
