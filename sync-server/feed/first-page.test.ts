import fc from 'fast-check'
import { CompiledQuery, type Compilable } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FirstPage, FirstPageView } from '#schema/api/sync.ts'
import { type Collection, collectionToColumns, isTombstone, serverKeysOf, type WireDocument } from '#schema/collection.ts'
import { collectionByName, collectionNames } from '#schema/collections/index.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { erasedName } from '#schema/rules/customers/erase.ts'
import { isFinishedStatus, orderStatusNames } from '#schema/values/order-status.ts'
import type { Db } from '../db/database.ts'
import { toSqlKey } from '../db/list-keys.ts'
import { readCaller } from '../queries/people/read-caller.ts'
import { eraseCustomerRow } from '../store/write-rows.ts'
import { create, createWorld, mutation, orderValues, remove, restore, statusId, update, type World } from '../testing/test-world.ts'
import { startSyncServer, type SyncServer } from '../testing/test-sync-server.ts'
import { countDueTasks, countRows, readFirstPage, selectList, selectShown } from './first-page.ts'
import { onSqlite } from '../testing/test-database.ts'

const views = ['orders', 'customers', 'tasks'] as const satisfies readonly FirstPageView[]

const keyOf = (view: FirstPageView): ((row: Readonly<Record<string, unknown>>) => string) => {
  const collection: Collection = collectionByName[view]
  const [found] = serverKeysOf(collection)
  if (found === undefined) throw new Error(`${view} has no key on the server`)
  return found[1]
}

/** Devices sort by UTF-16 code units. */
const inDeviceOrder = (view: FirstPageView, documents: readonly WireDocument[]): string[] =>
  documents
    .map((document) => ({ id: document.id, key: keyOf(view)(document) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ id }) => id)

const idsOf = ({ view, documents }: FirstPage, collection: string = view): string[] =>
  documents.flatMap((state) => (state.collection === collection ? [state.document.id] : []))

describe('the first page over HTTP', () => {
  let server: SyncServer
  let shopId: string
  let userId: string
  beforeAll(async () => {
    server = await startSyncServer()
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    shopId = await server.addShop()
    userId = await server.addUser({ shopIds: [shopId] })
  })

  const ask = async (view: string, more = '', user = userId) => {
    const client = await server.signIn(user)
    return client.get(`/api/sync/first-page?view=${view}&shopId=${shopId}${more}`)
  }
  const askPage = async (view: FirstPageView, more?: string): Promise<FirstPage> => {
    const { status, body } = await ask(view, more)
    expect(status).toBe(200)
    return body as unknown as FirstPage
  }
  const push = async (ops: readonly unknown[]): Promise<void> => {
    for (const op of ops) await server.push(userId, [mutation(shopId, [op])])
  }
  const pullAll = async (collection: string): Promise<WireDocument[]> => {
    const client = await server.signIn(userId)
    const { body } = await client.post('/api/sync/pull', { collection, limit: 5_000, checkpoint: {} })
    return (body['documents'] as WireDocument[]).filter((document) => !isTombstone(document))
  }

  it('lists the rows as devices sort them, of orders the open ones, whatever they hold and whatever was done to them', async () => {
    const instants = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map((date) => date.toISOString())
    const due = fc.oneof(fc.constant(null), fc.constantFrom('2026-03-02T10:00:00.000Z', '1969-12-31T23:59:59.999Z'), instants)
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }).filter((text) => text.trim() !== ''),
      fc.constantFrom('anna', 'Ánna', 'ANNA', '\u{1F600} Shop', '\uFFFD', '\uFB01rst', 'Zoë'),
    )
    const status = fc.constantFrom(...orderStatusNames).map((status) => statusId[status])
    const customer = fc.record({ name, renamed: fc.option(name), isDeleted: fc.boolean() })
    const order = fc.record({
      priority: fc.boolean(),
      due,
      status,
      later: fc.option(status),
      laterDue: fc.option(due),
      fate: fc.constantFrom('', 'deleted', 'back'),
    })
    const task = fc.record({ completed: fc.boolean(), due, isTicked: fc.boolean(), fate: fc.constantFrom('', 'deleted', 'back') })
    const shop = fc.record({
      customers: fc.array(customer, { maxLength: 8 }),
      orders: fc.array(order, { maxLength: 12 }),
      tasks: fc.array(task, { maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(shop, async ({ customers, orders, tasks }) => {
        shopId = await server.addShop()
        userId = await server.addUser({ shopIds: [shopId] })
        const holder = v7()
        await push([create('customers', holder, { name: 'Holder' })])
        for (const one of customers) {
          const id = v7()
          await push([create('customers', id, { name: one.name })])
          if (one.renamed !== null) await push([update('customers', id, { name: [one.name, one.renamed] })])
          if (one.isDeleted) await push([remove('customers', id)])
        }
        for (const one of orders) {
          const id = v7()
          server.now = new Date(server.now.getTime() + 1_000)
          await push([create('orders', id, orderValues(holder, { priority: one.priority, dueTimestamp: one.due, orderStatusId: one.status }))])
          if (one.later !== null) await push([update('orders', id, { orderStatusId: [one.status, one.later], priority: [one.priority, !one.priority] })])
          if (one.laterDue !== null) await push([update('orders', id, { dueTimestamp: [one.due, one.laterDue] })])
          if (one.fate !== '') await push([remove('orders', id)])
          if (one.fate === 'back') await push([restore('orders', id)])
        }
        for (const one of tasks) {
          const id = v7()
          await push([create('tasks', id, { description: 'Call', completed: one.completed, dueTimestamp: one.due })])
          if (one.isTicked) await push([update('tasks', id, { completed: [one.completed, !one.completed] })])
          if (one.fate !== '') await push([remove('tasks', id)])
          if (one.fate === 'back') await push([restore('tasks', id)])
        }
        for (const view of views) {
          const all = await pullAll(view)
          const expected = inDeviceOrder(view, view === 'orders' ? all.filter((row) => !isFinishedStatus((row as unknown as Order).orderStatusId)) : all)
          const page = await askPage(view, '&limit=100')
          expect(idsOf(page)).toEqual(expected)
          expect(page.total).toBe(all.length)
          expect(idsOf(await askPage(view, '&limit=3'))).toEqual(expected.slice(0, 3))
        }
      }),
      { numRuns: 6 },
    )
  })

  it('brings what the rows show: customers and sums of the orders, the orders of tasks and their customers', async () => {
    const [customer, other, order, unseen, payment, cost, task, ofShop] = Array.from({ length: 8 }, () => v7()) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const gone = v7()
    await push([
      create('customers', customer, { name: 'Ada' }),
      create('customers', other, { name: 'Not shown' }),
      create('orders', order, orderValues(customer, { priority: true })),
      create('orders', unseen, orderValues(other)),
      create('payments', payment, { orderId: order, paymentAmount: 20 }),
      create('payments', gone, { orderId: order, paymentAmount: 5 }),
      create('payments', v7(), { orderId: unseen, paymentAmount: 1 }),
      create('costs', cost, { orderId: order, costAmount: 7 }),
      create('tasks', task, { description: 'Of the order', orderId: order, dueTimestamp: '2026-03-01T10:00:00.000Z' }),
      create('tasks', ofShop, { description: 'Of the shop' }),
      remove('payments', gone),
    ])
    const orders = await askPage('orders', '&limit=1')
    expect(['orders', 'customers', 'payments', 'costs'].map((name) => idsOf(orders, name))).toEqual([[order], [customer], [payment], [cost]])
    const tasks = await askPage('tasks')
    expect(['tasks', 'orders', 'customers'].map((name) => idsOf(tasks, name))).toEqual([[task, ofShop], [order], [customer]])
    expect(new Set((await askPage('customers')).documents.map(({ collection }) => collection))).toEqual(new Set(['customers']))
  })

  it('counts open orders, tasks that are due before the device’s day ends, and what a first sync brings', async () => {
    const customer = v7()
    const deleted = v7()
    await push([
      create('customers', customer, { name: 'Ada' }),
      ...orderStatusNames.map((name) => create('orders', v7(), orderValues(customer, { orderStatusId: statusId[name] }))),
      create('orders', deleted, orderValues(customer)),
      remove('orders', deleted),
      ...['2026-03-02T08:00:00.000Z', '2026-03-02T23:00:00.000Z', '2026-03-03T00:00:00.000Z', null].map((due) =>
        create('tasks', v7(), { description: 'Call', dueTimestamp: due }),
      ),
      create('tasks', v7(), { description: 'Done', dueTimestamp: '2026-03-01T08:00:00.000Z', completed: true }),
    ])
    const page = await askPage('orders', '&dueBefore=2026-03-03T00:00:00.000Z')
    expect(page.counts).toEqual({ ordersOpen: orderStatusNames.filter((name) => !isFinishedStatus(statusId[name])).length, tasksDue: 2 })
    server.now = new Date('2026-03-02T09:00:00.000Z')
    expect((await askPage('orders')).counts.tasksDue).toBe(1)
    const client = await server.signIn(userId)
    let pulled = 0
    for (const collection of Object.keys(collectionByName)) {
      const { body } = await client.post('/api/sync/pull', { collection, limit: 5_000, checkpoint: {} })
      pulled += (body['documents'] as unknown[]).length
    }
    expect(page.rows).toBe(pulled)
  })

  it('shows a shop to its members only, and counts nothing that the caller may not read', async () => {
    const customer = v7()
    await push([create('customers', customer, { name: 'Ada' })])
    const outsider = await server.addUser({ shopIds: [await server.addShop('Other')] })
    expect((await ask('orders', '', outsider)).status).toBe(404)
    const apprentice = await server.addUser({ shopIds: [shopId], privileges: [] })
    const { body } = await ask('customers', '', apprentice)
    expect(idsOf(body as unknown as FirstPage)).toEqual([customer])
    // The apprentice does not get the activity of the customer's creation.
    expect([(body as unknown as FirstPage).rows, (await askPage('customers')).rows]).toEqual([1, 2])
  })

  it.each(['&limit=0', '&limit=101', '&limit=x', '&dueBefore=today'])('refuses %s', async (more) => {
    expect((await ask('orders', more)).status).toBe(400)
    expect((await ask('products')).status).toBe(400)
  })
})

describe('the list keys', () => {
  let world: World
  let shopId: string
  let userId: string
  beforeEach(async () => {
    world = await createWorld()
    shopId = await world.addShop()
    userId = await world.addUser({ shopIds: [shopId] })
  })
  afterEach(() => world.close())

  const planOf = async (query: Compilable): Promise<string[]> => {
    const { sql, parameters } = query.compile()
    const { rows } = await world.services.reader.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
    return rows.map(({ detail }) => detail)
  }

  it('sort in SQLite as texts do in JavaScript, also behind pairs of code units', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const bytes = Buffer.compare(Buffer.from(toSqlKey(one)), Buffer.from(toSqlKey(other)))
        expect(bytes).toBe(one < other ? -1 : one > other ? 1 : 0)
      }),
    )
  })

  it('follow the name of a customer who is erased', async () => {
    const id = v7()
    await world.push(userId, [mutation(shopId, [create('customers', id, { name: 'Ada' })])])
    await eraseCustomerRow(world.services, { ...(await world.caller(userId)), origin: 'rest' }, shopId, id, 'Ada')
    const key = CompiledQuery.raw('select sort_key as key from customers')
    expect((await world.services.reader.executeQuery<{ key: string }>(key)).rows).toEqual([{ key: toSqlKey(keyOf('customers')({ id, name: erasedName })) }])
  })

  onSqlite(() => {
    it.each(collectionNames)('stand beside a count of all rows, which triggers keep: %s', async (collection) => {
      const { rows } = await world.services.reader.executeQuery<{ name: string }>(
        CompiledQuery.raw("select name from sqlite_schema where type = 'trigger' and tbl_name = ? order by name", [collection]),
      )
      expect(rows.map(({ name }) => name)).toEqual(['added', 'moved', 'removed'].map((end) => `${collection}_${end}`))
    })
  })

  onSqlite(() => {
    it('bring a page of 50,000 orders along an index, and its counts along others, without sorting', async () => {
      const { reader, db } = world.services
      const customer = v7()
      const [first, last] = [v7(), v7()]
      await world.push(userId, [mutation(shopId, [create('customers', customer, { name: 'Ada' })])])
      await world.push(userId, [mutation(shopId, [create('orders', first, orderValues(customer, { priority: true }))])])
      await addManyOrders(db, first, 49_998)
      await world.push(userId, [mutation(shopId, [create('orders', last, orderValues(customer, { orderStatusId: statusId.Cancelled }))])])
      const page = await readFirstPage(world.services, await readCaller(world.services.reader, userId), { view: 'orders', shopId, limit: 50 })
      expect([idsOf(page)[0], idsOf(page).length, page.total, page.counts.ordersOpen]).toEqual([first, 50, 50_000, 49_999])
      for (const view of views) {
        const range = view === 'orders' ? 'shop_id=? AND sort_key<?' : 'shop_id=?'
        expect(await planOf(selectList(reader, view, shopId, 50))).toEqual([`SEARCH ${view} USING INDEX ${view}_list (${range})`])
        expect(await planOf(countRows(reader, view, shopId, 'all'))).toEqual(['SEARCH row_counts USING PRIMARY KEY (shop_id=? AND collection=?)'])
      }
      expect(await planOf(countDueTasks(reader, shopId, '2026-03-02T09:00:00.000Z'))).toEqual([
        'SEARCH tasks USING COVERING INDEX tasks_list (shop_id=? AND sort_key>? AND sort_key<?)',
      ])
      for (const collection of ['payments', 'costs'] as const)
        expect(await planOf(selectShown(reader, collection, 'orderId', [first]))).toEqual([`SEARCH ${collection} USING INDEX ${collection}_order (order_id=?)`])
      for (const collection of ['customers', 'employees', 'orders'] as const)
        expect(await planOf(selectShown(reader, collection, 'id', [first]))).toEqual([
          `SEARCH ${collection} USING INDEX sqlite_autoindex_${collection}_1 (id=?)`,
        ])
    })
  })
})

/** Copies an order by SQL: one mutation each would take minutes. */
async function addManyOrders(db: Db, id: string, count: number): Promise<void> {
  const columns = collectionToColumns(collectionByName.orders).filter((column) => !['id', 'seq', 'number', 'sort_key', 'priority'].includes(column))
  await db.executeQuery(
    CompiledQuery.raw(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
       insert into orders (${columns.join(', ')}, priority, seq, id, sort_key)
       select ${columns.join(', ')}, 0, seq + n, 'copy-' || n, '1' || printf('%06d', n) from numbers, orders where id = ?`,
      [id],
    ),
  )
  await db.executeQuery(CompiledQuery.raw(`update shop_feed set seq = seq + ${count}`))
}
