import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatabaseFileError } from '../db/files/database-file.ts'
import { migrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { refuseForeignSchema } from './own-schema.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-schema-'))
  file = path.join(folder, 'shop.db')
})
afterEach(() => rm(folder, { recursive: true }))

function change(sql: string): void {
  const sqlite = new BetterSqlite3(file)
  sqlite.unsafeMode(true)
  sqlite.pragma('foreign_keys = OFF')
  sqlite.exec(sql)
  sqlite.close()
}

test('a database of Mainspring is its own, also of an earlier version and after an analysis', async () => {
  await (await openDatabase({ file })).close()
  expect(() => refuseForeignSchema(file)).not.toThrow()
  change('analyze')
  expect(() => refuseForeignSchema(file)).not.toThrow()
  const next = { name: '0099-next', statements: ['create table later (id text primary key) strict'] }
  expect(() => refuseForeignSchema(file, [...migrations, next])).not.toThrow()
})

test.each([
  ["create trigger spy after insert on customers begin update users set password_hash = 'x'; end", 'trigger spy does not belong to it'],
  ['create view everyone as select * from users', 'view everyone does not belong to it'],
  ['create table extra (id text)', 'table extra does not belong to it'],
  ['alter table customers add column extra text', 'table customers was changed'],
  ['create index slow on customers (name)', 'index slow does not belong to it'],
  ['drop trigger shop_users_left', 'trigger shop_users_left is missing'],
  [
    'drop trigger shop_users_left; create trigger shop_users_left after delete on shop_users begin delete from orders; end',
    'trigger shop_users_left was changed',
  ],
  ['drop table readiness; create view readiness as select 1 as id', 'view readiness was changed'],
])('what was done to it is refused by name: %s', async (sql, reason) => {
  await (await openDatabase({ file })).close()
  change(sql)
  expect(() => refuseForeignSchema(file)).toThrow(new DatabaseFileError(`${file} is not as Mainspring made it: ${reason}`))
})
