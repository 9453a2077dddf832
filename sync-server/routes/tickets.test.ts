import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, fixed, lead, openTestShop, rowOf, rowsOf, type Row } from '../testing/test-shop.ts'
import type { TestClient } from '../testing/test-server.ts'

const shop = await openTestShop()
const customerId = (await shop.createCustomer()).id
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

const numberOf = (row: Row): number => Number(row['number'])
const byTicket = async (ticket: string) => rowsOf(await shop.ann.get(`${shop.api}/orders?ticket=${encodeURIComponent(ticket)}`)).map(({ id }) => id)
const lease = (client: TestClient, body: object) => client.post('/api/sync/numbers', { deviceId: 'tablet', shopId: shop.shopId, count: 10, ...body })
const leased = async (deviceId: string, count = 10) => rowOf(await lease(shop.ann, { deviceId, count })) as unknown as { from: number; to: number }

/** Pushes orders with the numbers a device gave them; returns the orders as the answer contains them. */
async function pushOrders(client: TestClient, deviceId: string, numbers: readonly (number | undefined)[], ids = numbers.map(() => v7())) {
  const mutations = numbers.map((number, index) => ({
    id: v7(),
    shopId: shop.shopId,
    at: shop.clock.now().toISOString(),
    ops: [
      {
        action: 'create',
        collection: 'orders',
        id: ids[index],
        values: { customerId, orderStatusId: lead, itemDetails: 'Radio', issueDescription: 'Dead', number },
      },
    ],
  }))
  const push = async () => {
    const { results } = rowOf(await client.post('/api/sync/push', { deviceId, deviceTime: shop.clock.now().toISOString(), mutations })) as unknown as {
      results: { outcome: string; documents: { collection: string; document: Row }[] }[]
    }
    return results.map(({ documents }) => documents.find(({ collection }) => collection === 'orders')?.document)
  }
  return { ids, orders: await push(), again: push }
}

describe('the number of an order', () => {
  test('is the next one of the shop, stays, and comes with its ticket in every answer (NUM-01, NUM-05, NUM-10)', async () => {
    const [first, second] = [await shop.createOrder(), await shop.createOrder()]
    expect(numberOf(second)).toBe(numberOf(first) + 1)
    expect(first).toMatchObject({ ticket: `N-${numberOf(first)}`, formerNumbers: [] })
    expect(rowOf(await shop.ann.get(`${shop.api}/orders/${first.id}`))).toEqual(first)
    expect(rowsOf(await shop.ann.get(`${shop.api}/orders`))).toContainEqual(first)
    const changed = rowOf(await shop.ann.put(`${shop.api}/orders/${first.id}`, { ...first, orderStatusId: fixed }))
    expect(changed).toMatchObject({ number: first['number'], ticket: first['ticket'], orderStatusId: fixed })
    rowOf(await shop.max.delete(`${shop.api}/orders/${first.id}`))
    expect(numberOf(await shop.createOrder())).toBe(numberOf(second) + 1)
    expect(rowOf(await shop.max.post(`${shop.api}/orders/${first.id}/restore`))).toMatchObject({ number: first['number'], ticket: first['ticket'] })
  })

  test('cannot be changed, neither by PUT nor by a device, and may be sent back as it was read (NUM-07)', async () => {
    const order = await shop.createOrder()
    const refusal = 'The ticket number cannot be changed.'
    for (const number of [numberOf(order) + 1_000, null])
      expectRefusal(await shop.ann.put(`${shop.api}/orders/${order.id}`, { number }), 400, refusal, ['number'])
    const update = (to: number) => ({
      id: v7(),
      shopId: shop.shopId,
      at: shop.clock.now().toISOString(),
      ops: [
        { action: 'update', collection: 'orders', id: order.id, changes: { number: { from: order['number'], to }, orderNotes: { from: null, to: 'Seen' } } },
      ],
    })
    const pushed = await shop.ann.post('/api/sync/push', {
      deviceId: 'tablet',
      deviceTime: shop.clock.now().toISOString(),
      mutations: [update(5_000), update(numberOf(order))],
    })
    expect(pushed.json).toMatchObject({
      results: [
        { outcome: 'rejected', error: { code: 'VALIDATION', message: refusal, issues: [{ path: 'number', message: refusal }] } },
        { outcome: 'applied' },
      ],
    })
    expect(rowOf(await shop.ann.get(`${shop.api}/orders/${order.id}`))).toMatchObject({ number: order['number'], orderNotes: 'Seen' })
  })

  test('is the one that its device gave it from its lease, and a repeated push changes nothing (NUM-03, NUM-04)', async () => {
    const { from, to } = await leased('tablet')
    expect(to - from).toBe(9)
    const { orders, again } = await pushOrders(shop.ann, 'tablet', [from + 3, from])
    expect(orders).toMatchObject([{ number: from + 3, formerNumbers: [] }, { number: from }])
    expect(orders[0]).not.toHaveProperty('ticket')
    expect(await again()).toEqual(orders)
    expect(numberOf(await shop.createOrder())).toBeGreaterThan(to)
  })

  test('is another one where the sent one is not leased to the sender, or is taken; a leased one still finds the order (NUM-04)', async () => {
    const { from } = await leased('lab')
    const [taken] = (await pushOrders(shop.ann, 'lab', [from])).orders
    const wrong = [
      await pushOrders(shop.ann, 'lab', [from]),
      await pushOrders(shop.ann, 'other tablet', [from + 1]),
      await pushOrders(shop.max, 'lab', [from + 2]),
      await pushOrders(shop.ann, 'lab', [900_000]),
    ]
    const sent = [from, from + 1, from + 2, 900_000]
    const given = wrong.map(({ orders }) => orders[0])
    expect(given.map((order) => order?.['formerNumbers'])).toEqual([[from], [], [], []])
    expect(new Set([taken, ...given].map((order) => order?.['number'])).size).toBe(5)
    for (const order of given) expect(numberOf(order as Row)).toBeGreaterThan(from + 9)
    // The current owner of a number wins over former ones.
    expect(await byTicket(`N-${from}`)).toEqual([taken?.id])
    for (const index of [1, 2, 3]) expect(await byTicket(`N-${sent[index]}`)).toEqual([])
    // The lease's holder still has the numbers that others sent.
    const own = (await pushOrders(shop.ann, 'lab', [from + 1, from + 2])).orders
    expect(own).toMatchObject([
      { number: from + 1, formerNumbers: [] },
      { number: from + 2, formerNumbers: [] },
    ])
    expect(await byTicket(`N-${from + 1}`)).toEqual([own[0]?.id])
  })

  test('is given once although two orders of one push want it, and although a refused one wanted it before', async () => {
    const { from } = await leased('twice')
    const ids = [v7(), v7(), v7()]
    const broken = { id: v7(), shopId: shop.shopId, at: shop.clock.now().toISOString() }
    const order = (id: string) => ({
      action: 'create',
      collection: 'orders',
      id,
      values: { customerId, orderStatusId: lead, itemDetails: 'Radio', issueDescription: 'Dead', number: from },
    })
    const { results } = rowOf(
      await shop.ann.post('/api/sync/push', {
        deviceId: 'twice',
        deviceTime: shop.clock.now().toISOString(),
        mutations: [
          { ...broken, ops: [order(ids[0] ?? ''), { action: 'delete', collection: 'orders', id: v7() }] },
          { ...broken, id: v7(), ops: [order(ids[1] ?? '')] },
          { ...broken, id: v7(), ops: [order(ids[2] ?? '')] },
        ],
      }),
    ) as unknown as { results: { outcome: string }[] }
    expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'applied', 'applied'])
    const read = async (id = '') => rowOf(await shop.ann.get(`${shop.api}/orders/${id}`))
    expect([await read(ids[1]), await read(ids[2])]).toMatchObject([
      { number: from, formerNumbers: [] },
      { number: expect.any(Number), formerNumbers: [from] },
    ])
  })

  test('sent by a program without a device is passed over', async () => {
    expect(await shop.createOrder({ number: 77_000 })).toMatchObject({ number: expect.any(Number), formerNumbers: [] })
    expect(await byTicket('N-77000')).toEqual([])
    expectRefusal(
      await shop.ann.post(`${shop.api}/orders`, { customerId, orderStatusId: lead, itemDetails: 'Radio', issueDescription: 'Dead', number: 0 }),
      400,
      'The ticket number must be a whole number from 1',
      ['number'],
    )
  })

  test('that stands on paper of another order is not given when its turn comes', async () => {
    const { to } = await leased('next')
    await pushOrders(shop.ann, 'next', [to])
    const printed = (await pushOrders(shop.ann, 'next', [to])).orders[0]
    const numbers: number[] = []
    for (let index = 0; index < 3; index += 1) numbers.push(numberOf(await shop.createOrder()))
    expect([printed?.['formerNumbers'], numbers.includes(to)]).toEqual([[to], false])
  })
})

test('tasks of an order come with its ticket, those of the shop without (NUM-08)', async () => {
  const order = await shop.createOrder()
  rowOf(await shop.ann.post(`${shop.api}/tasks`, { orderId: order.id, description: 'Order a part' }))
  rowOf(await shop.ann.post(`${shop.api}/shop-tasks`, { description: 'Sweep' }))
  const tasks = rowsOf(await shop.ann.get(`${shop.api}/tasks`))
  expect(tasks.map((task) => [task['description'], task['ticket']])).toEqual([
    ['Order a part', order['ticket']],
    ['Sweep', null],
  ])
})

describe('leases', () => {
  test('never overlap, whoever asks at once, and belong to the shop of a member (NUM-03)', async () => {
    const ranges = await Promise.all(Array.from({ length: 20 }, (_, index) => leased(index % 2 === 0 ? 'one' : `tablet ${index}`, 1 + index)))
    const numbers = ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect((await lease(shop.ann, { shopId: shop.otherShopId })).status).toBe(404)
    expect((await lease(shop.server.client(), {})).status).toBe(401)
  })

  test.each([0, 201, 1.5, '10', null, undefined])('of %s numbers are refused', async (count) => {
    expectRefusal(await lease(shop.ann, { count }), 400, 'count must be a whole number from 1 to 200', ['count'])
  })

  test('end for an hour where somebody takes more than any shop could use', async () => {
    let status = 200
    for (let call = 0; call < 110 && status === 200; call += 1) status = (await lease(shop.max, { deviceId: `greedy ${call}`, count: 200 })).status
    expect(status).toBe(429)
    expect((await lease(shop.ann, {})).status).toBe(200)
    shop.clock.advance(3_600_001)
    expect((await lease(shop.max, {})).status).toBe(200)
  })
})

describe('a ticket', () => {
  test('finds its order with and without prefix, under earlier ones too; an empty one is a prefix (NUM-02, NUM-09)', async () => {
    const order = await shop.createOrder()
    const number = numberOf(order)
    rowOf(await shop.max.put(`${shop.api}/profile`, { ticketPrefix: 'LAB/' }))
    expect(rowOf(await shop.ann.get(`${shop.api}/orders/${order.id}`))['ticket']).toBe(`LAB/${number}`)
    for (const ticket of [`LAB/${number}`, `lab/${number}`, `lab${number}`, `LAB ${number}`, `N-${number}`, String(number)])
      expect(await byTicket(ticket)).toEqual([order.id])
    rowOf(await shop.max.put(`${shop.api}/profile`, { ticketPrefix: '' }))
    const { shops } = rowOf(await shop.ann.get('/api/sync/bootstrap')) as unknown as { shops: Row[] }
    expect(shops.find(({ id }) => id === shop.shopId)).toMatchObject({ formerTicketPrefixes: ['LAB/', 'N-'] })
    expect(rowOf(await shop.ann.get(`${shop.api}/orders/${order.id}`))['ticket']).toBe(String(number))
    expect(rowOf(await shop.ann.get(`${shop.api}/profile`))['ticketPrefix']).toBe('')
    for (const ticket of [`LAB/${number}`, String(number)]) expect(await byTicket(ticket)).toEqual([order.id])
    for (const ticket of ['', ' ', `X-${number}`, 'LAB/', '99999999', 'nothing']) expect(await byTicket(ticket)).toEqual([])
    rowOf(await shop.max.delete(`${shop.api}/orders/${order.id}`))
    expect(await byTicket(String(number))).toEqual([])
  })
})
