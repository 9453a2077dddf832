import type { PublicOrder } from '#schema/api/portal.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { ShownProfile } from '#schema/rules/shop/profile.ts'
import { isSale } from '#schema/values/order-kind.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import type { Db } from '../../db/database.ts'
import { sortInSteps, type ListSteps } from '../../lists/list-steps.ts'
import type { List } from '../../lists/list.ts'
import { findShopProfile } from '../shop-profiles.ts'
import { readTicketPrefix } from '../rows/ticket-prefix.ts'
import { listPortalFiles } from '../files/file-contents.ts'
import { readWarrantyEnd, readWarrantyEnds } from '../rows/order-warranty.ts'
import { readBalance, readBalances } from '../rows/order-balance.ts'
import { compareMade, readKeys, rowsToList } from '../rows/list-rows.ts'
import { findRow } from '../rows/read-rows.ts'

/** The customer's order; undefined if it is deleted, another customer's, or a sale. */
export async function findPortalOrder(reader: Db, shopId: string, id: string, customerId: string): Promise<PublicOrder | undefined> {
  const order = await findRow(reader, 'orders', shopId, id)
  if (order?.customerId !== customerId || isSale(order)) return undefined
  const [prefix, files, balance, profile, warrantyUntil] = await Promise.all([
    readTicketPrefix(reader, shopId),
    listPortalFiles(reader, shopId, [id]),
    readBalance(reader, order),
    findShopProfile(reader, shopId),
    readWarrantyEnd(reader, shopId, order),
  ])
  const shown = profile?.showPriceToCustomer === false ? undefined : balance
  return orderToPublic(prefix, withPrice(order, profile), { photos: files.get(id), balance: shown, warrantyUntil: warrantyUntil ?? undefined })
}

/** The customer's undeleted orders without sales, newest first. */
export async function listPortalOrders(reader: Db, steps: ListSteps, shopId: string, customerId: string): Promise<List<PublicOrder>> {
  const keys = await readKeys(reader, steps, 'orders', shopId, ['kind'], { way: 'parent', field: 'customerId', id: customerId })
  const { ids, read } = rowsToList(
    reader,
    'orders',
    shopId,
    (
      await sortInSteps(
        steps,
        keys.filter((order) => !isSale(order)),
        compareMade,
      )
    ).reverse(),
  )
  const [prefix, profile] = await Promise.all([readTicketPrefix(reader, shopId), findShopProfile(reader, shopId)])
  return {
    ids,
    read: async (some) => {
      const [filesByOrder, orders] = await Promise.all([listPortalFiles(reader, shopId, some), read(some)])
      const balances = profile?.showPriceToCustomer === false ? new Map<string, never>() : await readBalances(reader, orders)
      const endById = await readWarrantyEnds(reader, shopId, orders)
      return orders.map((order) => {
        const beside = { photos: filesByOrder.get(order.id), balance: balances.get(order.id), warrantyUntil: endById.get(order.id) }
        return orderToPublic(prefix, withPrice(order, profile), beside)
      })
    },
  }
}

/** Without the quote where the shop shows customers no prices. */
const withPrice = (order: Order, profile: ShownProfile | undefined): Order => (profile?.showPriceToCustomer === false ? { ...order, quotedCost: null } : order)

export const orderToPublic = (
  prefix: string,
  { id, number, itemDetails, issueDescription, orderStatusId, quotedCost, dueTimestamp, createdAt, statusChangedAt }: Order,
  { photos, balance, warrantyUntil }: Pick<PublicOrder, 'photos' | 'balance' | 'warrantyUntil'> = {},
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
  ...(warrantyUntil !== undefined && { warrantyUntil }),
  ...(photos !== undefined && { photos }),
  ...(balance !== undefined && (balance.total !== null || balance.paid !== 0) && { balance }),
})
