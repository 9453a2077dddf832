import type { WriteContext } from '../../context.ts'

/**
 * Ids of devices and orders that stay with the customer although some of them came from others: an order names a device of its own
 * customer (ASSET-01), so those that one of the customer's own orders or devices holds together go nowhere. `own`: who takes back.
 */
export async function findSharedDevices({ trx }: WriteContext, customerId: string, own: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const devices = await trx.selectFrom('assets').select(['id', 'merged_from']).where('customer_id', '=', customerId).execute()
  const orders = await trx
    .selectFrom('orders')
    .select(['id', 'asset_id', 'merged_from'])
    .where('customer_id', '=', customerId)
    .where('asset_id', 'is not', null)
    .execute()
  const goes = ({ merged_from: from }: { merged_from: string | null }): boolean => from !== null && own.has(from)
  const staying = new Set([
    ...devices.filter((device) => !goes(device)).map(({ id }) => id),
    ...orders.flatMap((order) => (goes(order) ? [] : [order.asset_id])),
  ])
  return new Set([...devices.flatMap(({ id }) => (staying.has(id) ? [id] : [])), ...orders.flatMap((order) => (staying.has(order.asset_id) ? [order.id] : []))])
}
