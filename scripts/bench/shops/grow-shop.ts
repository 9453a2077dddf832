import BetterSqlite3, { type Database } from 'better-sqlite3'
import { databaseFileOf } from '#server/config.ts'
import { openServices } from '#scripts/tools/open-services.ts'
import { countRows, type SeededShop } from './seed-shop.ts'

const copiedTables = ['customers', 'orders', 'payments', 'costs', 'activities']
const copiedIds = new Set(['id', 'customer_id', 'order_id'])

/**
 * Copies an imported shop's rows under new ids until it has that many orders, in one SQL transaction: importing 200,000
 * takes minutes. Changes the shop's folder.
 */
export async function growShop(shop: SeededShop, orders: number): Promise<SeededShop> {
  const database = new BetterSqlite3(databaseFileOf(shop.dataDir))
  try {
    // Durability does not matter in a temporary folder.
    database.pragma('synchronous = OFF')
    database.pragma('foreign_keys = OFF')
    database.function('copied_id', { deterministic: true }, (id, round) => (typeof id === 'string' ? toCopiedId(id, Number(round)) : null))
    database.transaction(() => copyRounds(database, shop, orders))()
  } finally {
    database.close()
  }
  const { services, close } = await openServices(shop.dataDir)
  try {
    const rowsByCollection = await countRows(services)
    if (rowsByCollection.orders !== orders) throw new Error(`The shop has ${rowsByCollection.orders} orders instead of ${orders}`)
    return { ...shop, orders, rowsByCollection }
  } finally {
    await close()
  }
}

function toCopiedId(id: string, round: number): string {
  const start = (Number.parseInt(id.slice(0, 8), 16) ^ Math.imul(round, 0x9e3779b1)) >>> 0
  return start.toString(16).padStart(8, '0') + id.slice(8)
}

/** Appends copies of the shop's feed; the last round stops at the last order needed. */
function copyRounds(database: Database, { shopId, orders: known }: SeededShop, orders: number): void {
  const feedSeq = Number(database.prepare('SELECT seq FROM shop_feed WHERE shop_id = ?').pluck().get(shopId))
  const inserts = [...copiedTables.map((table) => toInsert(database, table, 'seq <= @upTo')), toInsert(database, 'order_status_history', ofCopiedOrders)]
  const nextOrder = database.prepare('SELECT seq FROM orders WHERE shop_id = ? AND seq <= ? ORDER BY seq LIMIT 1 OFFSET ?').pluck()
  let lastSeq = feedSeq
  for (let [round, missing] = [1, orders - known]; missing > 0; round += 1, missing -= known) {
    const upTo = missing >= known ? feedSeq : Number(nextOrder.get(shopId, feedSeq, missing)) - 1
    for (const insert of inserts) insert.run({ shopId, round, upTo, shift: feedSeq * round })
    lastSeq = feedSeq * round + upTo
  }
  database.prepare('UPDATE shop_feed SET seq = @lastSeq, next_number = @lastSeq + 1 WHERE shop_id = @shopId').run({ lastSeq, shopId })
  database
    .prepare('INSERT INTO feed_marks (shop_id, seq, mark, made_at) VALUES (?, ?, ?, ?)')
    .run(shopId, lastSeq, `bench-${lastSeq}`, new Date().toISOString())
}

const ofCopiedOrders = 'order_id IN (SELECT id FROM orders WHERE shop_id = @shopId AND seq <= @upTo)'

function toInsert(database: Database, table: string, condition: string) {
  const columns = database
    .prepare(`SELECT * FROM ${table} LIMIT 0`)
    .columns()
    .map(({ name }) => name)
  const quote = (name: string): string => `"${name}"`
  const values = columns.map((name) => {
    if (copiedIds.has(name)) return `copied_id(${name}, @round)`
    // A shop has no more numbers than feed positions.
    if (name === 'seq' || name === 'number') return `${name} + @shift`
    if (name === 'former_numbers') return `CASE ${name} WHEN '[]' THEN ${name} ELSE json_array(json_extract(${name}, '$[0]') + @shift) END`
    return table === 'customers' && name === 'name' ? `name || ' ' || CAST(@round + 1 AS INTEGER)` : quote(name)
  })
  return database.prepare(
    `INSERT INTO ${table} (${columns.map(quote).join(', ')}) SELECT ${values.join(', ')} FROM ${table} WHERE shop_id = @shopId AND ${condition}`,
  )
}
