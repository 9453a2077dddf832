import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkDatabase, DatabaseFileError } from './database-file.ts'
import { copyBeforeUpdate } from './copy-before-update.ts'
import { migrations } from '../migrate.ts'
import { openDatabase } from '../open.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-update-'))
  file = path.join(folder, 'mainspring.db')
})
afterEach(() => rm(folder, { recursive: true }))

const next = { name: '0099-next', statements: ['alter table devices add column note text'] }
const known = [...migrations, next]

async function makeOlderDatabase(): Promise<void> {
  const { db, close } = await openDatabase({ file })
  await db.insertInto('devices').values({ user_id: 'u', device_id: 'd', last_act_at: 'x' }).execute()
  await close()
}

const copies = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name.includes('.before-update-')).sort()

test('an update begins with a checked copy of the database as it was, and says where it is', async () => {
  await makeOlderDatabase()
  const told: string[] = []
  await (await openDatabase({ file, known, onCopy: (copy) => told.push(copy) })).close()
  expect((await copies()).map((name) => path.join(folder, name))).toEqual(told)
  const [copy = expect.fail()] = told
  expect((await checkDatabase(copy)).version).toBe(migrations.at(-1)?.name)
  expect((await checkDatabase(file, known)).version).toBe(next.name)
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
  await makeOlderDatabase()
  for (const day of [1, 2, 3, 4, 5]) await copyBeforeUpdate({ file, now: new Date(Date.UTC(2026, 0, day)) })
  expect((await copies()).map((name) => name.slice(-24, -14))).toEqual(['2026-01-03', '2026-01-04', '2026-01-05'])
  expect(await readdir(folder)).toHaveLength(4)
})

test('without room for the copy nothing is changed, and one line says how much it needs', async () => {
  await makeOlderDatabase()
  const copying = copyBeforeUpdate({ file, now: new Date(), readFreeBytes: () => Promise.resolve(1_000_000) })
  await expect(copying).rejects.toThrow(DatabaseFileError)
  await expect(copying).rejects.toThrow(/must be copied before this update, which needs \d+ MB of room in .*\. Nothing was changed\.$/)
  expect(await readdir(folder)).toEqual(['mainspring.db'])
})

test('a damaged database is not updated', async () => {
  await makeOlderDatabase()
  const sqlite = new BetterSqlite3(file)
  sqlite.pragma('foreign_keys = OFF')
  sqlite.exec("insert into shop_feed (shop_id, epoch) values ('no shop', 'e')")
  sqlite.close()
  await expect(openDatabase({ file, known })).rejects.toThrow(/is damaged: row .* of shop_feed points at nothing in shops/)
  expect((await readdir(folder)).filter((name) => name.includes('before-update'))).toEqual([])
  const after = new BetterSqlite3(file, { readonly: true })
  expect(after.prepare('select 1 from schema_migrations where name = ?').get(next.name)).toBeUndefined()
  after.close()
})
