import type { PublicOrder } from '#schema/api/portal.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { Db } from '../../db/database.ts'
import { sortInSteps, type ListSteps } from '../../lists/list-steps.ts'
import type { List } from '../../lists/list.ts'
import { listPortalFiles } from '../files/file-contents.ts'
import { compareMade, readKeys, rowsToList } from '../rows/list-rows.ts'
import { findRow } from '../rows/read-rows.ts'

/** The order, if it lives and is the customer's. */
export async function findPortalOrder(reader: Db, shopId: string, id: string, customerId: string): Promise<PublicOrder | undefined> {
  const order = await findRow(reader, 'orders', shopId, id)
  if (order?.customerId !== customerId) return undefined
  return orderToPublic(order, (await listPortalFiles(reader, shopId, [id])).get(id))
}

/** The customer's living orders, newest first. */
export async function listPortalOrders(reader: Db, steps: ListSteps, shopId: string, customerId: string): Promise<List<PublicOrder>> {
  const keys = await readKeys(reader, steps, 'orders', shopId, [], { way: 'parent', field: 'customerId', id: customerId })
  const { ids, read } = rowsToList(reader, 'orders', shopId, (await sortInSteps(steps, keys, compareMade)).reverse())
  return {
    ids,
    read: async (some) => {
      const filesByOrder = await listPortalFiles(reader, shopId, some)
      return (await read(some)).map((order) => orderToPublic(order, filesByOrder.get(order.id)))
    },
  }
}

export const orderToPublic = (
  { id, itemDetails, issueDescription, orderStatusId, quotedCost, dueTimestamp, createdAt, statusChangedAt }: Order,
  photos: PublicOrder['photos'] = [],
): PublicOrder => ({
  id,
  itemDetails,
  issueDescription,
  orderStatusId,
  quotedCost,
  dueTimestamp,
  createdAt,
  statusChangedAt,
  photos,
})
