import type { PublicOrder } from '#schema/api/portal.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import type { Db } from '../../db/database.ts'
import { sortInSteps, type ListSteps } from '../../lists/list-steps.ts'
import type { List } from '../../lists/list.ts'
import { readTicketPrefix } from '../rows/ticket-prefix.ts'
import { compareMade, readKeys, rowsToList } from '../rows/list-rows.ts'
import { findRow } from '../rows/read-rows.ts'

/** The order, if it lives and is the customer's. */
export async function findPortalOrder(reader: Db, shopId: string, id: string, customerId: string): Promise<PublicOrder | undefined> {
  const order = await findRow(reader, 'orders', shopId, id)
  return order?.customerId === customerId ? orderToPublic(await readTicketPrefix(reader, shopId), order) : undefined
}

/** The customer's living orders, newest first. */
export async function listPortalOrders(reader: Db, steps: ListSteps, shopId: string, customerId: string): Promise<List<PublicOrder>> {
  const keys = await readKeys(reader, steps, 'orders', shopId, [], { way: 'parent', field: 'customerId', id: customerId })
  const { ids, read } = rowsToList(reader, 'orders', shopId, (await sortInSteps(steps, keys, compareMade)).reverse())
  const prefix = await readTicketPrefix(reader, shopId)
  return { ids, read: async (some) => (await read(some)).map((order) => orderToPublic(prefix, order)) }
}

export const orderToPublic = (
  prefix: string,
  { id, number, itemDetails, issueDescription, orderStatusId, quotedCost, dueTimestamp, createdAt, statusChangedAt }: Order,
): PublicOrder => ({
  id,
  ticket: toTicket(prefix, number ?? 0),
  itemDetails,
  issueDescription,
  orderStatusId,
  quotedCost,
  dueTimestamp,
  createdAt,
  statusChangedAt,
})
