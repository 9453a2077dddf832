import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { orderStatusNames } from '#schema/values/order-status.ts'
import { privilegeNames } from '#schema/privileges.ts'
import { migrations, runMigrations } from './migrate.ts'
import { checkDatabase } from './files/database-file.ts'
import { openDatabase } from './open.ts'

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

  it('refuses a database of 0.9 as it is, and says how its rows come here', async () => {
    const sqlite = new BetterSqlite3(file)
    sqlite.exec(`create table schema_migrations (name text primary key, applied_at text not null) strict;
      create table users (id text primary key, login_id text not null) strict;
      insert into schema_migrations values ('0001-first-tables', 'x'), ('0039-paused-webhooks', 'x');
      insert into users values ('u', 'ada')`)
    const text = 'was written by Mainspring 0.9 or before, which this version does not read. Run npm run export with version 0.9, then import the files here.'
    await expect(openDatabase({ file })).rejects.toThrow(`The database ${text}`)
    await expect(checkDatabase(file)).rejects.toThrow(`${file} ${text}`)
    const tables = sqlite.prepare("select name from sqlite_schema where type = 'table' order by name").pluck().all()
    expect(tables).toEqual(['schema_migrations', 'users'])
    sqlite.close()
    expect((await readdir(folder)).filter((name) => name.includes('before-update'))).toEqual([])
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
    // If the wait blocked the event loop, the timer would not fire and the second transaction would fail.
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
})
