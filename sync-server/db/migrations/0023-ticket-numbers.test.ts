import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Database } from '../database.ts'
import { migrations, runMigrations } from '../migrate.ts'
import { seedReferenceRows } from '../seed.ts'
import { createSqliteDialect } from '../engines/sqlite/sqlite-driver.ts'

let folder: string
let sqlite: BetterSqlite3.Database
let db: Kysely<Database>

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mainspring-numbers-'))
  sqlite = new BetterSqlite3(path.join(folder, 'older.db'))
  db = new Kysely<Database>({ dialect: createSqliteDialect(sqlite, 'begin immediate') })
  await runMigrations(
    db,
    migrations.filter(({ name }) => name < '0023'),
  )
  await seedReferenceRows(db)
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

const at = (day: number): string => `2026-03-0${day}T09:00:00.000Z`

function addShop(id: string, code: string, orders: readonly { id: string; day: number; deleted?: 1 }[]): void {
  sqlite.prepare("insert into shops (id, name, code, created_at) values (?, 'S', ?, 'x')").run(id, code)
  sqlite.prepare('insert into shop_feed (shop_id, epoch, seq) values (?, ?, ?)').run(id, 'e', orders.length + 1)
  sqlite.prepare("insert into customers (id, shop_id, created_at, updated_at, seq, name) values (?, ?, 'x', 'x', 1, 'C')").run(`c-${id}`, id)
  for (const [index, order] of orders.entries()) {
    sqlite
      .prepare(
        `insert into orders (id, shop_id, created_at, updated_at, seq, deleted, customer_id, order_status_id, item_details, issue_description, status_changed_at)
         values (?, ?, ?, 'x', ?, ?, ?, ?, 'i', 'd', 'x')`,
      )
      .run(order.id, id, at(order.day), index + 2, order.deleted ?? 0, `c-${id}`, orderStatusIdByName.Lead)
  }
}

test('numbers orders that exist by creation and id, deleted ones too, and lets devices hear of it (NUM-06)', async () => {
  addShop('north', 'north', [
    { id: 'b', day: 2 },
    { id: 'c', day: 3, deleted: 1 },
    { id: 'a', day: 2 },
    { id: 'd', day: 1 },
  ])
  addShop('south', '24-7-south', [{ id: 'e', day: 4 }])
  addShop('empty', '24-7', [])
  await runMigrations(db, migrations)
  const orders = await db.selectFrom('orders').select(['id', 'number', 'former_numbers', 'seq', 'shop_id']).orderBy('shop_id').orderBy('number').execute()
  expect(orders.map(({ id, number }) => [id, number])).toEqual([
    ['d', 1],
    ['a', 2],
    ['b', 3],
    ['c', 4],
    ['e', 1],
  ])
  expect(orders.every(({ former_numbers }) => String(former_numbers) === '[]')).toBe(true)
  const north = orders.filter(({ shop_id }) => shop_id === 'north').map(({ seq }) => seq)
  expect(north).toEqual([6, 7, 8, 9])
  const feeds = await db.selectFrom('shop_feed').select(['shop_id', 'seq', 'next_number']).orderBy('shop_id').execute()
  expect(feeds.map(({ shop_id, seq, next_number }) => [shop_id, seq, next_number])).toEqual([
    ['empty', 1, 1],
    ['north', 9, 5],
    ['south', 3, 2],
  ])
  const marks = await db.selectFrom('feed_marks').select(['shop_id', 'seq']).orderBy('shop_id').execute()
  expect(marks).toEqual([
    { shop_id: 'north', seq: 9 },
    { shop_id: 'south', seq: 3 },
  ])
  const shops = await db.selectFrom('shops').select(['id', 'ticket_prefix']).orderBy('id').execute()
  expect(shops.map(({ id, ticket_prefix }) => [id, ticket_prefix])).toEqual([
    ['empty', 'S-'],
    ['north', 'N-'],
    ['south', 'S-'],
  ])
})
