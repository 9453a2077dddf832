import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkDatabase, DatabaseFileError } from './database-file.ts'
import { copyBeforeUpdate } from './copy-before-update.ts'
import { migrations, migrationsTable } from '../migrate.ts'
import { sqliteStatementsOf } from '../schema-migration.ts'
import { openDatabase } from '../open.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-update-'))
  file = path.join(folder, 'mainspring.db')
})
afterEach(() => rm(folder, { recursive: true }))

const newest = migrations.at(-1)?.name ?? ''

/** As the version before this one left it. */
function makeOlderDatabase(): void {
  const sqlite = new BetterSqlite3(file)
  sqlite.exec(migrationsTable)
  for (const migration of migrations.slice(0, -1)) {
    for (const statement of sqliteStatementsOf(migration)) sqlite.exec(statement)
    sqlite.prepare("insert into schema_migrations (name, applied_at) values (?, 'x')").run(migration.name)
  }
  sqlite.exec("insert into devices (user_id, device_id, last_act_at) values ('u', 'd', 'x')")
  sqlite.close()
}

const copies = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name.includes('.before-update-')).sort()

test('an update begins with a checked copy of the database as it was, and says where it is', async () => {
  makeOlderDatabase()
  const told: string[] = []
  await (await openDatabase({ file, onCopy: (copy) => told.push(copy) })).close()
  expect((await copies()).map((name) => path.join(folder, name))).toEqual(told)
  const [copy = expect.fail()] = told
  expect((await checkDatabase(copy)).version).not.toBe(newest)
  expect((await checkDatabase(file)).version).toBe(newest)
  expect((await stat(copy)).mode & 0o777).toBe(0o600)
  const sqlite = new BetterSqlite3(copy, { readonly: true })
  expect(sqlite.prepare('select count(*) from devices').pluck().get()).toBe(1)
  sqlite.close()
})

test('no copy is made of a new database, nor where there is nothing to update', async () => {
  await (await openDatabase({ file })).close()
  await (await openDatabase({ file })).close()
  expect(await copies()).toEqual([])
})

test('the last three copies stay', async () => {
  makeOlderDatabase()
  for (const day of [1, 2, 3, 4, 5]) await copyBeforeUpdate({ file, now: new Date(Date.UTC(2026, 0, day)) })
  expect((await copies()).map((name) => name.slice(-24, -14))).toEqual(['2026-01-03', '2026-01-04', '2026-01-05'])
  expect(await readdir(folder)).toHaveLength(4)
})

test('without room for the copy nothing is changed, and one line says how much it needs', async () => {
  makeOlderDatabase()
  const copying = copyBeforeUpdate({ file, now: new Date(), readFreeBytes: () => Promise.resolve(1_000_000) })
  await expect(copying).rejects.toThrow(DatabaseFileError)
  await expect(copying).rejects.toThrow(/must be copied before this update, which needs \d+ MB of room in .*\. Nothing was changed\.$/)
  expect(await readdir(folder)).toEqual(['mainspring.db'])
})

test('a damaged database is not updated', async () => {
  makeOlderDatabase()
  const sqlite = new BetterSqlite3(file)
  sqlite.pragma('foreign_keys = OFF')
  sqlite.exec("insert into shop_feed (shop_id, epoch) values ('no shop', 'e')")
  sqlite.close()
  await expect(openDatabase({ file })).rejects.toThrow(/is damaged: row .* of shop_feed points at nothing in shops/)
  expect((await readdir(folder)).filter((name) => name.includes('before-update'))).toEqual([])
  const after = new BetterSqlite3(file, { readonly: true })
  expect(after.prepare('select 1 from schema_migrations where name = ?').get(newest)).toBeUndefined()
  after.close()
})
