import { afterAll, describe, expect, test } from 'vitest'
import { CompiledQuery } from 'kysely'
import { v7 } from 'uuid'
import type { DeletedPage, DeletedRow } from '#schema/api/deleted.ts'
import type { PushResponse } from '#schema/api/sync.ts'
import { createUser } from '../../commands/administration/create-user.ts'
import { testPassword, type TestClient } from '../../testing/test-server.ts'
import { expectRefusal, openTestShop, rowOf, rowsOf, type Row } from '../../testing/test-shop.ts'
import { onSqlite } from '../../testing/test-database.ts'

const dayMs = 24 * 60 * 60 * 1000

const shop = await openTestShop()
afterAll(() => shop.close())

const list = async (client: TestClient, query = ''): Promise<DeletedPage> => rowOf(await client.get(`${shop.api}/deleted${query}`)) as unknown as DeletedPage
const find = async (id: string, client = shop.max): Promise<DeletedRow | undefined> => (await list(client)).rows.find((row) => row.id === id)
const erase = async (collection: string, id: string, client = shop.max) => rowOf(await client.delete(`${shop.api}/${collection}/${id}`))
const restore = (collection: string, id: string, client = shop.max) => client.post(`${shop.api}/${collection}/${id}/restore`)

async function merge(id: string, into: string): Promise<void> {
  const at = '2026-03-02T10:00:00.000Z'
  const ops = [{ action: 'delete', collection: 'customers', id, into }]
  const { json } = await shop.max.post('/api/sync/push', { deviceId: 'desk', deviceTime: at, mutations: [{ id: v7(), shopId: shop.shopId, at, ops }] })
  expect((json as PushResponse).results).toMatchObject([{ outcome: 'applied' }])
}

const addPayment = async (orderId: string, more: object = {}): Promise<Row> =>
  rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId, paymentAmount: 12.5, paymentText: 'cash', ...more }))
const addTask = async (orderId: string): Promise<Row> => rowOf(await shop.ann.post(`${shop.api}/tasks`, { orderId, description: 'Order a screen' }))

describe('the list of what was deleted', () => {
  test('names what it was, whose, by whom, when, until when, and what went with it', async () => {
    const order = await shop.createOrder()
    await addPayment(order.id)
    await addPayment(order.id)
    await addTask(order.id)
    await erase('orders', order.id)
    expect(await find(order.id)).toEqual({
      collection: 'orders',
      id: order.id,
      title: 'iPhone 12',
      details: [String(order['ticket']), 'Carla'],
      deletedAt: '2026-03-02T10:00:00.000Z',
      deletedBy: 'max person',
      restorableUntil: '2026-04-01T10:00:00.000Z',
      wentWith: [
        { collection: 'payments', count: 2 },
        { collection: 'tasks', count: 1 },
      ],
      deletion: expect.stringMatching(/^[0-9a-f-]{36}$/),
      mayRestore: true,
      needs: null,
    })
  })

  test('holds customers with their phone, and tasks, payments and costs with their order and note', async () => {
    const customer = await shop.createCustomer({ name: 'Gone Gus' })
    const order = await shop.createOrder()
    const payment = await addPayment(order.id)
    const task = await addTask(order.id)
    const cost = rowOf(await shop.ann.post(`${shop.api}/costs`, { orderId: order.id, costAmount: 3, costText: 'tape' }))
    await erase('customers', customer.id)
    await erase('payments', payment.id, shop.ann)
    await erase('tasks', task.id, shop.ann)
    await erase('costs', cost.id, shop.ann)
    const { rows } = await list(shop.max)
    expect(rows.slice(0, 4).map(({ collection, title, details, deletedBy }) => [collection, title, details, deletedBy])).toEqual([
      ['costs', '$3.00', ['iPhone 12', 'tape'], 'ann person'],
      ['tasks', 'Order a screen', ['iPhone 12'], 'ann person'],
      ['payments', '$12.50', ['iPhone 12', 'cash'], 'ann person'],
      ['customers', 'Gone Gus', ['555-010-2000'], 'max person'],
    ])
  })

  test('says of a merged customer who took over, while they are there', async () => {
    const gone = await shop.createCustomer({ name: 'Merged Mo', phone: '5550102233' })
    const stays = await shop.createCustomer({ name: 'Mo Stays', phone: '5550102244' })
    await merge(gone.id, stays.id)
    const merged = await find(gone.id)
    expect(merged?.details).toEqual(['Merged into Mo Stays', '555-010-2233'])
    // The app finds the customer of the activity by its time.
    const activities = rowsOf(await shop.max.get(`${shop.api}/activities?search=merged%20into`))
    expect(activities.map(({ kind, values, createdAt }) => [kind, values, createdAt])).toEqual([
      ['merged', { goes: 'Merged Mo', stays: 'Mo Stays' }, merged?.deletedAt],
    ])
    await erase('customers', stays.id)
    expect((await find(gone.id))?.details).toEqual(['555-010-2233'])
  })

  test('shows what went with an order under the order alone, and again by itself what was deleted before', async () => {
    const order = await shop.createOrder()
    const early = await addPayment(order.id)
    const late = await addPayment(order.id)
    await erase('payments', early.id)
    await erase('orders', order.id)
    expect(await find(late.id)).toBeUndefined()
    expect(await find(early.id)).toMatchObject({ details: ['iPhone 12', 'cash'], needs: { collection: 'orders', id: order.id, title: 'iPhone 12' } })
    expectRefusal(await restore('payments', early.id), 400, 'Order was deleted in the meantime', ['orderId'])
    expect((await restore('orders', order.id)).status).toBe(200)
    expect(await find(order.id)).toBeUndefined()
    expect(await find(early.id)).toMatchObject({ needs: null })
    expect((await restore('payments', early.id)).status).toBe(200)
    expect(rowOf(await shop.ann.get(`${shop.api}/orders/${order.id}/payments`))).toHaveLength(2)
  })

  test('tells that an order needs its customer back first', async () => {
    const order = await shop.createOrder()
    await erase('orders', order.id)
    await erase('customers', String(order['customerId']))
    expect(await find(order.id)).toMatchObject({ needs: { collection: 'customers', id: order['customerId'], title: 'Carla' } })
    expectRefusal(await restore('orders', order.id), 400, 'Customer was deleted in the meantime', ['customerId'])
    expect((await restore('customers', String(order['customerId']))).status).toBe(200)
    expect(rowOf(await restore('orders', order.id))).toMatchObject({ id: order.id, itemDetails: 'iPhone 12', createdAt: order['createdAt'] })
  })

  test('finds an order by its ticket, with and without what stands in front of the number', async () => {
    const order = await shop.createOrder()
    await erase('orders', order.id)
    const ticket = String(order['ticket'])
    expect(ticket).toMatch(/^[A-Z]-[0-9]+$/)
    for (const query of [ticket, ticket.toLowerCase(), ticket.replace('-', ''), ticket.replace('-', '%20'), String(order['number'])])
      expect((await list(shop.max, `?search=${query}&collection=orders`)).rows.map(({ id }) => id)).toContain(order.id)
    expect((await list(shop.max, `?search=${ticket}0000`)).rows).toEqual([])
  })

  test('can be narrowed to a kind and searched in titles, names, notes and phones', async () => {
    const order = await shop.createOrder({ itemDetails: 'Gämeböy Pocket' })
    const payment = await addPayment(order.id, { paymentText: 'voucher' })
    await erase('payments', payment.id)
    await erase('orders', order.id)
    const idsOf = async (query: string) => (await list(shop.max, query)).rows.map(({ id }) => id)
    expect(await idsOf('?search=gameboy%20carla')).toEqual([order.id])
    expect(await idsOf('?search=gameboy')).toEqual([order.id, payment.id])
    expect(await idsOf('?search=voucher&collection=payments')).toEqual([payment.id])
    expect(await idsOf('?search=voucher&collection=orders')).toEqual([])
    expect(await idsOf('?search=5550102000')).not.toEqual([])
    const british = await shop.createCustomer({ countryCode: '+44', phone: '7700900123' })
    await erase('customers', british.id)
    for (const typed of ['07700%20900123', '%2B44%207700%20900%20123', '07700-900']) expect(await idsOf(`?search=${typed}`)).toEqual([british.id])
    expectRefusal(
      await shop.max.get(`${shop.api}/deleted?collection=products`),
      400,
      'collection must be one of orders, customers, tasks, payments, costs, assets, order_lines, estimates, order_notes',
      ['collection'],
    )
  })

  test('comes in pages of 50, newest first, none twice and none left out', async () => {
    const order = await shop.createOrder()
    const ids: string[] = []
    for (let index = 0; index < 120; index++) ids.push((await addPayment(order.id, { paymentText: `page ${index}` })).id)
    for (const id of ids) await erase('payments', id)
    const seen: string[] = []
    const sizes: number[] = []
    for (let before = ''; ;) {
      const { rows, next } = await list(shop.max, `?search=page${before}`)
      sizes.push(rows.length)
      seen.push(...rows.map(({ id }) => id))
      if (next === null) break
      before = `&before=${next}`
    }
    expect(sizes).toEqual([50, 50, 20])
    expect(seen).toEqual(ids.toReversed())
  })

  test('finds the one that matches far behind many that do not, and ends when none does', async () => {
    const order = await shop.createOrder()
    const needle = await addPayment(order.id, { paymentText: 'needle' })
    await erase('payments', needle.id)
    const at = shop.clock.now().toISOString()
    const ids = Array.from({ length: 1_010 }, () => v7())
    const mutations = [ids.slice(0, 337), ids.slice(337, 674), ids.slice(674)].flatMap((part) => [
      part.map((id) => ({ action: 'create', collection: 'payments', id, values: { orderId: order.id, paymentAmount: 1, paymentText: 'hay' } })),
      part.map((id) => ({ action: 'delete', collection: 'payments', id })),
    ])
    const answer = await shop.ann.post('/api/sync/push', {
      deviceId: 'tablet',
      deviceTime: at,
      mutations: mutations.map((ops) => ({ id: v7(), shopId: shop.shopId, at, ops })),
    })
    expect((answer.json as PushResponse).results.map(({ outcome }) => outcome)).toEqual(mutations.map(() => 'applied'))
    expect((await list(shop.max, '?search=needle')).rows.map(({ id }) => id)).toEqual([needle.id])
    expect(await list(shop.max, '?search=thread')).toEqual({ rows: [], next: null })
    const seen: string[] = []
    for (let query = '?search=hay'; ;) {
      const { rows, next } = await list(shop.max, query)
      seen.push(...rows.map(({ id }) => id))
      if (next === null) break
      query = `?search=hay&before=${next}`
    }
    expect(seen).toEqual(ids.toReversed())
  })

  test('tells the beginning of a long text, and finds what stands at its end', async () => {
    const order = await shop.createOrder({ itemDetails: `Long ${'x'.repeat(5_000)} tail` })
    await erase('orders', order.id)
    const [row] = (await list(shop.max, '?search=tail')).rows
    expect(row).toMatchObject({ id: order.id, title: expect.stringMatching(/^Long x+…$/) })
    expect(row?.title.length).toBe(300)
  })

  onSqlite(() => {
    test('is read by the index of deleted rows', async () => {
      const { rows } = await shop.server.services.reader.executeQuery<{ detail: string }>(
        CompiledQuery.raw('explain query plan select id from orders as r where r.shop_id = ? and r.deleted = 1 and r.seq < ? order by r.seq desc', ['s', 1]),
      )
      expect(rows.map(({ detail }) => detail)).toEqual(['SEARCH r USING INDEX orders_deleted (shop_id=? AND seq<?)'])
    })
  })
})

describe('the right to see and to bring back', () => {
  test('is that to delete: without a privilege the kinds that anybody deletes, and no other shop at all', async () => {
    await createUser(shop.server.services, { loginId: 'newcomer', password: testPassword, shopIds: [shop.shopId], privileges: [] })
    const newcomer = await shop.server.client().signIn('newcomer')
    const order = await shop.createOrder()
    const customer = await shop.createCustomer({ name: 'Private Pat' })
    const payment = await addPayment((await shop.createOrder()).id)
    await erase('orders', order.id)
    await erase('customers', customer.id)
    await erase('payments', payment.id)
    const seen = (await list(newcomer)).rows
    expect(seen[0]?.id).toBe(payment.id)
    expect(new Set(seen.map(({ collection }) => collection))).not.toContain('orders')
    expect(JSON.stringify(seen)).not.toContain('Private Pat')
    expect(await list(newcomer, '?collection=orders')).toEqual({ rows: [], next: null })
    expectRefusal(await restore('orders', order.id, newcomer), 403, 'You do not have permission to do this.')

    await createUser(shop.server.services, { loginId: 'orders-only', password: testPassword, shopIds: [shop.shopId], privileges: ['delete_order'] })
    const holder = await shop.server.client().signIn('orders-only')
    expect(await find(order.id, holder)).toBeDefined()
    expect(await find(customer.id, holder)).toBeUndefined()

    const ofDeleted = await shop.createOrder({ itemDetails: 'Secret Switch' })
    const early = await addPayment(ofDeleted.id)
    await erase('payments', early.id)
    await erase('orders', ofDeleted.id)
    expect(await find(early.id, newcomer)).toMatchObject({ details: ['cash'], needs: { collection: 'orders', title: null } })
    expect(JSON.stringify(await list(newcomer))).not.toContain('Secret Switch')

    const bob = await shop.server.client().signIn('bob')
    expectRefusal(await bob.get(`${shop.api}/deleted`), 404, 'Not found.')
  })

  test('is not needed to see what one worked on oneself, whoever deleted it; bringing it back needs it as ever', async () => {
    const made = await shop.createOrder({ itemDetails: 'Made by Ann' })
    const paid = rowOf(await shop.max.post(`${shop.api}/orders`, { ...made, id: undefined, itemDetails: 'Paid at Ann' }))
    const never = rowOf(await shop.max.post(`${shop.api}/orders`, { ...made, id: undefined, itemDetails: 'Never touched' }))
    await addPayment(paid.id)
    for (const { id } of [made, paid, never]) await erase('orders', id)
    expect(await find(made.id, shop.ann)).toMatchObject({ title: 'Made by Ann', deletedBy: 'max person', mayRestore: false })
    expect(await find(paid.id, shop.ann)).toMatchObject({ title: 'Paid at Ann', wentWith: [{ collection: 'payments', count: 1 }], mayRestore: false })
    expect(await find(never.id, shop.ann)).toBeUndefined()
    expect(await find(never.id)).toMatchObject({ mayRestore: true })
    expectRefusal(await restore('orders', paid.id, shop.ann), 403, 'You do not have permission to do this.')
  })
})

describe('30 days after the server learned of a deletion', () => {
  test('the row leaves the list and a restore is refused in plain words, a moment before it is not', async () => {
    const [kept, lost] = [await shop.createOrder(), await shop.createOrder()]
    await erase('orders', kept.id)
    await erase('orders', lost.id)
    shop.clock.advance(30 * dayMs)
    const max = await shop.server.client().signIn('max')
    expect(await find(lost.id, max)).toBeDefined()
    expect((await restore('orders', kept.id, max)).status).toBe(200)
    shop.clock.advance(1)
    expect(await find(lost.id, max)).toBeUndefined()
    expect((await list(max)).rows).toEqual([])
    expectRefusal(await restore('orders', lost.id, max), 409, 'This was deleted more than 30 days ago and can no longer be brought back.')
    expect((await max.get(`${shop.api}/orders/${kept.id}`)).status).toBe(200)
  })
})
