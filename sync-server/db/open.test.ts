import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { CompiledQuery, Kysely } from 'kysely'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { orderStatusNames } from '#schema/values/order-status.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { migrations, runMigrations } from './migrate.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { createSqliteDialect } from './engines/sqlite/sqlite-driver.ts'

describe('openDatabase', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mainspring-open-'))
    file = path.join(folder, 'shop.db')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('creates the tables and the reference rows in their documented order', async () => {
    const { reader, close } = await openDatabase({ file })
    const statuses = await reader.selectFrom('order_statuses').select('status_name').orderBy('position').execute()
    expect(statuses.map(({ status_name }) => status_name)).toEqual(orderStatusNames)
    const privileges = await reader.selectFrom('privileges').select('privilege_name').execute()
    expect(privileges.map(({ privilege_name }) => privilege_name).sort()).toEqual([...privilegeNames].sort())
    expect(await reader.selectFrom('product_conditions').select('condition_name').execute()).toHaveLength(4)
    expect(await reader.selectFrom('product_types').select('type_name').execute()).toHaveLength(5)
    expect(await reader.selectFrom('product_colors').select('color_name').execute()).toHaveLength(3)
    await close()
  })

  it('writes nothing when it is opened again', async () => {
    await (await openDatabase({ file })).close()
    const { db, close } = await openDatabase({ file })
    const { rows } = await db.executeQuery<{ changes: number }>(CompiledQuery.raw('select total_changes() as changes'))
    expect(rows[0]?.changes).toBe(0)
    await close()
  })

  it('is opened by two at once', async () => {
    const [one, other] = await Promise.all([openDatabase({ file }), openDatabase({ file })])
    expect(await other.reader.selectFrom('schema_migrations').select('name').execute()).toHaveLength(migrations.length)
    await Promise.all([one.close(), other.close()])
  })

  it('waits to be alone with a file whose journal it has to change', async () => {
    const other = new BetterSqlite3(file)
    other.exec('create table early (id text) strict; begin immediate; insert into early values (1)')
    setTimeout(() => void other.exec('commit').close(), 300)
    const { reader, close } = await openDatabase({ file })
    expect(await reader.selectFrom('schema_migrations').select('name').execute()).toHaveLength(migrations.length)
    await close()
  })

  it('runs each migration once, and none half', async () => {
    const { db, close } = await openDatabase({ file })
    const more = [...migrations, { name: '9998-good', statements: ['create table extra (id text) strict'] }]
    await runMigrations(db, more)
    await runMigrations(db, more)
    const broken = [...more, { name: '9999-broken', statements: ['create table half (id text) strict', 'create table half (id text) strict'] }]
    await expect(runMigrations(db, broken)).rejects.toThrow('already exists')
    const { rows } = await db.executeQuery(CompiledQuery.raw("select name from sqlite_schema where name = 'half'"))
    expect(rows).toEqual([])
    await close()
  })

  it('refuses a database of a newer program', async () => {
    const { db, close } = await openDatabase({ file })
    await db.insertInto('schema_migrations').values({ name: '9999-later', applied_at: 'x' }).execute()
    await close()
    await expect(openDatabase({ file })).rejects.toThrow(/newer version of Mainspring \(9999-later\)/)
  })

  it('keeps the reader from writing, and reads what the writer has committed', async () => {
    const { db, reader, close } = await openDatabase({ file })
    await expect(reader.deleteFrom('order_statuses').execute()).rejects.toThrow(/readonly/)
    await db.insertInto('devices').values({ user_id: 'u', device_id: 'd', last_act_at: 'x' }).execute()
    expect(await reader.selectFrom('devices').selectAll().execute()).toHaveLength(1)
    await close()
  })

  it('puts everything into the database file when it is closed', async () => {
    const { db, close } = await openDatabase({ file })
    await db.insertInto('devices').values({ user_id: 'u', device_id: 'd', last_act_at: 'x' }).execute()
    await close()
    expect(await readdir(folder)).toEqual(['shop.db'])
  })

  it('waits for another writer without blocking the process', async () => {
    const one = await openDatabase({ file })
    const other = await openDatabase({ file })
    const order: string[] = []
    const { promise: ticked, resolve: tellTick } = Promise.withResolvers<void>()
    const { promise: begun, resolve: tellBegun } = Promise.withResolvers<void>()
    const holding = one.db.transaction().execute(async () => {
      tellBegun()
      await ticked
      order.push('first commits')
    })
    await begun
    // A process that is blocked by the wait does not tick: then the first never commits, and the second gives up.
    const timer = setTimeout(tellTick, 100)
    await other.db.transaction().execute(async (trx) => {
      order.push('second starts')
      await trx.insertInto('devices').values({ user_id: 'u', device_id: 'd', last_act_at: 'x' }).execute()
    })
    clearTimeout(timer)
    await holding
    expect(order).toEqual(['first commits', 'second starts'])
    await one.close()
    await other.close()
  })

  it('opens read-only without changing anything', async () => {
    await (await openDatabase({ file })).close()
    const { db, reader, close } = await openDatabase({ file, readonly: true })
    await expect(db.deleteFrom('order_statuses').execute()).rejects.toThrow(/readonly/)
    expect(await reader.selectFrom('order_statuses').selectAll().execute()).toHaveLength(14)
    await close()
  })

  it('tells of entries that older versions wrote when they arrived, where that was later than the mutation', async () => {
    const older = migrations.filter(({ name }) => name < '0013')
    const other = path.join(folder, 'older.db')
    const sqlite = new BetterSqlite3(other)
    const before = new Kysely<Database>({ dialect: createSqliteDialect(sqlite, 'begin immediate') })
    await runMigrations(before, older)
    await before.insertInto('shops').values({ id: 's', name: 'S', code: 's', created_at: 'x' }).execute()
    const madeAt = '2026-03-02T09:00:00.123Z'
    const id = v7({ msecs: Date.parse(madeAt) })
    for (const [index, doneAt] of ['2025-12-24T08:00:00.000Z', '2026-03-02T08:59:30.000Z'].entries()) {
      const rowId = index === 0 ? id : v7({ msecs: Date.parse(madeAt) })
      sqlite
        .prepare("insert into activities (id, shop_id, created_at, updated_at, seq, audit_text) values (?, 's', ?, ?, ?, 'x')")
        .run(rowId, doneAt, doneAt, index)
    }
    await runMigrations(before, migrations)
    expect(await before.selectFrom('activities').select('arrived_at').orderBy('seq').execute()).toEqual([{ arrived_at: madeAt }, { arrived_at: null }])
    await before.destroy()
  })
})
