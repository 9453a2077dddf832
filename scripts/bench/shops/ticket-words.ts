import BetterSqlite3 from 'better-sqlite3'
import { databaseFileOf } from '#server/config.ts'
import { toShortCode, toTicket } from '#schema/rules/orders/ticket.ts'
import type { SeededShop } from './seed.ts'

/** An order in the middle of the list is looked for, which neither its first nor its last rows hold. */
const formerQuery = "SELECT json_extract(former_numbers, '$[0]') FROM orders WHERE shop_id = ? AND former_numbers <> '[]' ORDER BY number LIMIT 1 OFFSET ?"
const middleQuery = 'SELECT id, number FROM orders WHERE shop_id = ? ORDER BY number LIMIT 1 OFFSET ?'

/** What people type who look for one order: its number, its ticket, a number that another had before, and a short code of paper. */
export function readTicketWords({ dataDir, shopId, orders }: SeededShop): string[] {
  const database = new BetterSqlite3(databaseFileOf(dataDir), { readonly: true })
  try {
    const order = database.prepare(middleQuery).get(shopId, Math.floor(orders * 0.6)) as { id: string; number: number }
    const prefix = String(database.prepare('SELECT ticket_prefix FROM shops WHERE id = ?').pluck().get(shopId))
    const former = database
      .prepare(formerQuery)
      .pluck()
      .get(shopId, Math.floor(orders / 100))
    // The last one reads as a short code and names no order.
    return [String(order.number), toTicket(prefix, order.number), String(former), toShortCode(order.id).toLowerCase(), 'a1b2c3']
  } finally {
    database.close()
  }
}
