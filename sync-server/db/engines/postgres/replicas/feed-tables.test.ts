import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, sql, type Compilable } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../../database.ts'
import { selectFormerEmployees } from '../../../../queries/bootstrap.ts'
import { ListsAsArrays } from '../lists-as-arrays.ts'
import { isOfFeeds } from './feed-tables.ts'

const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (own) => new PostgresIntrospector(own),
    createQueryCompiler: () => new ListsAsArrays(),
  },
})

const orders = db.selectFrom('orders').select('id')

it.each<[string, Compilable]>([
  ['rows of a collection', orders.where('shop_id', '=', 'a').where('id', 'in', ['b']).orderBy('seq')],
  ['rows of several, by other names', db.selectFrom('orders as o').innerJoin('customers as c', 'c.id', 'o.customer_id').select('c.name')],
  ['a place of a feed', db.selectFrom('shop_feed').select(['epoch', 'seq'])],
  ['a condition of the engine', orders.where(sql<boolean>`${sql.ref('id')} = any(${['a']})`)],
  ['rows of rows', selectFormerEmployees(db, ['a'])],
])('a replica is asked for %s', (_, query) => {
  expect(isOfFeeds(query.compile())).toBe(true)
})

it.each<[string, Compilable]>([
  ['sessions', db.selectFrom('sessions').select('id')],
  ['rights', db.selectFrom('users_privileges').select('id')],
  ['people, joined to rows', db.selectFrom('activities').leftJoin('users', 'users.id', 'activities.user_id').select(['users.name'])],
  ['people by another name than that of a collection', db.selectFrom('users as orders').select('orders.name')],
  ['members, in a condition', orders.where('shop_id', 'in', (sub) => sub.selectFrom('shop_users').select('shop_id'))],
  [
    'what stands in a common table',
    db
      .with('orders', (own) => own.selectFrom('sessions').select('id'))
      .selectFrom('orders')
      .select('id'),
  ],
  ['what somebody wrote by hand', orders.where(sql<boolean>`exists (select 1 from sessions)`)],
  ['files', db.selectFrom('attachment_contents').select('content')],
  ['changes that were refused', db.selectFrom('mutations').select('id')],
  ['a table of another schema', db.withSchema('old').selectFrom('orders').select('id')],
])('a replica is not asked for %s', (_, query) => {
  expect(isOfFeeds(query.compile())).toBe(false)
})

it('a replica is not asked for statements that are all by hand, nor for writes', () => {
  expect(isOfFeeds(sql`select id from orders`.compile(db))).toBe(false)
  expect(isOfFeeds(db.deleteFrom('orders').where('id', '=', 'a').compile())).toBe(false)
})
