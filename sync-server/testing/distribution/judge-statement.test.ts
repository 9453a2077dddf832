import { loadModule } from 'libpg-query'
import { beforeAll, describe, expect, test } from 'vitest'
import { judgeStatement } from './judge-statement.ts'
import type { TableColumns } from './read-statement.ts'

const rowColumns = new Set(['id', 'shop_id', 'order_id', 'customer_id', 'deleted', 'seq'])
const columns: TableColumns = new Map([
  ...['orders', 'customers', 'tasks', 'mutations', 'shop_feed', 'employees'].map((table): [string, Set<string>] => [table, rowColumns]),
  ['field_changes', new Set(['row_id', 'field', 'mutation_id'])],
  ['shops', new Set(['id', 'code'])],
  ['shop_users', new Set(['shop_id', 'user_id'])],
  ['sessions', new Set(['id', 'user_id'])],
])

beforeAll(() => loadModule())

const judge = (text: string): string[] => judgeStatement(text, columns).map(({ table, by, effect }) => `${table} by ${by.join(', ') || 'nothing'} ${effect}`)

describe('a statement runs where its rows are', () => {
  test.each([
    'select * from orders where shop_id = $1 and seq > $2',
    'select * from "orders" as "o" where "o"."shop_id" = any($1)',
    'select * from orders where shop_id in ($1, $2)',
    'select * from orders where (shop_id = $1 and seq > $2) or (shop_id = $3 and seq > $4)',
    'select * from orders where (shop_id, id) = ($1, $2)',
    'select * from orders o join customers c on c.id = o.customer_id and c.shop_id = o.shop_id where o.shop_id = $1',
    'select * from orders o left join customers c on c.shop_id = o.shop_id where o.shop_id = $1',
    'select * from orders o where shop_id = $1 and exists (select 1 from tasks t where t.shop_id = o.shop_id and t.order_id = o.id)',
    'select * from (select id, shop_id from orders) as o where o.shop_id = $1',
    'select * from (select id, shop_id from orders union all select id, shop_id from tasks) as o where o.shop_id = $1',
    'with due as (select id, shop_id from orders where shop_id = $1) select * from due',
    'select * from orders join shops on shops.id = orders.shop_id where orders.shop_id = $1',
    'insert into orders (id, shop_id) values ($1, $2) on conflict (shop_id, id) do update set seq = excluded.seq',
    'insert into orders (id, shop_id) select id, shop_id from unnest($1::text[], $2::text[]) as given(id, shop_id)',
    'update orders set seq = given.seq from unnest($1::text[], $2::bigint[]) as given(shop_id, seq) where orders.shop_id = given.shop_id',
    'delete from orders where shop_id = $1',
    'select shop_id from shop_feed where shop_id = any($1) order by shop_id for no key update',
    'select * from shop_users where user_id = $1',
    'select * from sessions where id = $1',
    'begin',
  ])('%s', (text) => {
    expect(judge(text)).toEqual([])
  })
})

describe('a statement that does not say of which shop', () => {
  test.each([
    ['select * from orders where id = $1', ['orders by id asks every part']],
    ['select * from orders where shop_id = $1 or id = $2', ['orders by nothing asks every part']],
    ['select * from orders where not (shop_id = $1)', ['orders by nothing asks every part']],
    ['select * from orders where shop_id <> $1', ['orders by nothing asks every part']],
    ['select * from orders where shop_id = customer_id', ['orders by customer_id asks every part']],
    ['select * from orders where shop_id in (select shop_id from shop_users where user_id = $1)', ['orders by nothing asks every part']],
    [
      'select * from orders o join customers c on c.shop_id = o.shop_id where o.id = $1',
      ['orders by id asks every part', 'customers by nothing asks every part'],
    ],
    ['select * from orders o join customers c on c.id = o.customer_id where o.shop_id = $1', ['customers by id is refused']],
    ['select * from orders where shop_id = $1 and customer_id in (select id from customers where deleted = 0)', ['customers by deleted, id is refused']],
    ['select (select seq from mutations m where m.id = o.id) from orders o where shop_id = $1', ['mutations by id is refused']],
    ['select * from orders o where exists (select 1 from tasks t where t.shop_id = o.shop_id and t.shop_id = $1)', ['orders by nothing asks every part']],
    ['select * from orders union all select * from tasks where shop_id = $1', ['orders by nothing asks every part']],
    ['with due as (select id from orders) select * from due where id = $1', ['orders by id asks every part']],
    ['update orders set seq = 1 where id = $1', ['orders by id asks every part']],
    ['update employees set shop_id = $1 where shop_id = $2', ['employees by nothing is refused']],
    ['delete from orders using customers c where c.shop_id = $1 and c.id = orders.customer_id', ['orders by customer_id is refused']],
    ['insert into orders (id) values ($1)', ['orders by id is refused']],
    ['insert into orders (id, shop_id) values ($1, $2) on conflict (id) do nothing', ['orders by id is refused']],
    ['insert into orders (id, shop_id) select id, $1 from customers where id = $2', ['customers by id is refused']],
    ['delete from field_changes where row_id = $1', ['field_changes by row_id asks every part']],
    ['select * from orders, sessions where orders.shop_id = $1', ['orders by nothing is refused']],
  ])('%s', (text, found) => {
    expect(judge(text)).toEqual(found)
  })
})

test('what nobody has thought of is no silent pass', () => {
  expect(() => judge('truncate orders')).toThrow('TruncateStmt')
  expect(() => judgeStatement('select * from news', new Map([...columns, ['news', new Set(['id'])]]))).toThrow('where news would stand')
  expect(() => judge('select * from orders join tasks using (shop_id)')).toThrow('using')
  expect(() => judge('this is no statement')).toThrow('syntax error')
})
