import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import type { TillDay } from '#schema/collections/work/till-days.ts'
import { toTicketNote } from '#schema/rules/import/order-row.ts'
import type { WarrantyOrder } from '#schema/rules/orders/warranty.ts'
import { readTicket, toTicket } from '#schema/rules/orders/ticket.ts'
import type { Db } from '../db/database.ts'
import { readWarrantyEnds } from './rows/order-warranty.ts'
import { findRow } from './rows/read-rows.ts'
import { readTillSums } from './rows/till-sums.ts'
import { readTicketPrefix, readTicketPrefixes } from './rows/ticket-prefix.ts'

/** Orders of one shop as REST answers them. */
export async function ordersToAnswers<Row extends Pick<Order, 'id' | 'number'> & WarrantyOrder>(reader: Db, shopId: string, orders: readonly Row[]) {
  const [prefix, endById] = await Promise.all([readTicketPrefix(reader, shopId), readWarrantyEnds(reader, shopId, orders)])
  return orders.map((order) => ({ ...order, ticket: toTicket(prefix, order.number ?? 0), warrantyUntil: endById.get(order.id) ?? null }))
}

/** A row as REST answers it: an order with its ticket and warranty, a till with its sums. */
export async function rowToAnswer<N extends CollectionName>(reader: Db, collection: N, row: DocumentByCollection[N]): Promise<DocumentByCollection[N]> {
  if (collection === 'till_days') return { ...row, ...(await readTillSums(reader, row as unknown as TillDay)) }
  if (collection !== 'orders') return row
  const [answer] = await ordersToAnswers(reader, row.shopId, [row as unknown as Order])
  return { ...row, ...answer }
}

/** The living order with this ticket under any prefix the shop ever had; otherwise one that had the number before. */
export async function findOrderByTicket(reader: Db, shopId: string, ticket: string): Promise<Order | undefined> {
  for (const number of readTicket(ticket, await readTicketPrefixes(reader, shopId))) {
    const holder = await reader.selectFrom('orders').select('id').where('shop_id', '=', shopId).where('number', '=', number).executeTakeFirst()
    const order = holder && (await findRow(reader, 'orders', shopId, holder.id))
    if (order !== undefined) return order
    if (holder !== undefined) continue
    const before = await reader
      .selectFrom('former_ticket_numbers')
      .select('order_id')
      .where('shop_id', '=', shopId)
      .where('number', '=', number)
      .orderBy('order_id')
      .execute()
    for (const { order_id } of before) {
      const printed = await findRow(reader, 'orders', shopId, order_id)
      if (printed !== undefined) return printed
    }
  }
  return findByTicketNote(reader, shopId, ticket.trim())
}

/** The oldest order that was imported with a ticket that is no number. */
async function findByTicketNote(reader: Db, shopId: string, ticket: string): Promise<Order | undefined> {
  if (!/\d/.test(ticket)) return undefined
  const note = toTicketNote(ticket)
  const found = await reader
    .selectFrom('orders')
    .select(['id', 'order_notes as notes'])
    .where('shop_id', '=', shopId)
    .where('deleted', '=', 0)
    .where('order_notes', 'like', `%${note.replaceAll(/[\\%_]/g, '_')}%`)
    .orderBy('created_at')
    .execute()
  const order = found.find(({ notes }) => notes?.toLowerCase().split('\n').includes(note.toLowerCase()))
  return order && findRow(reader, 'orders', shopId, order.id)
}
