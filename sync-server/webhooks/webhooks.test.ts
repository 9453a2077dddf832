import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeliveriesPage, Webhook, WebhookCreated, WebhookDelivery } from '#schema/api/programs/webhooks.ts'
import { webhookTexts } from '#schema/rules/webhooks/webhook-url.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { expectRefusal, fixed, lead, nowhere, openTestShop, rowOf, type Row, type TestShop } from '../testing/test-shop.ts'
import { isSigned, openReceiver, refuse, type TestReceiver } from '../testing/webhooks/test-receiver.ts'
import { insideText, noPublicServerText } from './outgoing/post-outside.ts'

const dayMs = 24 * 60 * 60_000

let shop: TestShop
let receiver: TestReceiver
const more: TestReceiver[] = []

beforeEach(async () => {
  shop = await openTestShop({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  receiver = await openReceiver()
})
afterEach(async () => {
  await shop.close()
  for (const one of [receiver, ...more.splice(0)]) await one.close()
})

const add = async (events: string[], to = receiver): Promise<WebhookCreated> =>
  rowOf(await shop.max.post(`${shop.api}/webhooks`, { url: to.url, events })) as unknown as WebhookCreated
const list = async (): Promise<Webhook[]> => rowOf(await shop.max.get(`${shop.api}/webhooks`)) as unknown as Webhook[]
const deliveriesOf = async (id: string, query = ''): Promise<DeliveriesPage> =>
  rowOf(await shop.max.get(`${shop.api}/webhooks/${id}/deliveries${query}`)) as unknown as DeliveriesPage
const until = (assert: () => unknown): Promise<unknown> => vi.waitFor(assert, { timeout: 15_000, interval: 10 })
const untilReceived = (count: number, from = receiver) => until(() => expect(from.received).toHaveLength(count))
const untilState = (state: Webhook['state']) => until(async () => expect((await list())[0]?.state).toBe(state))

describe('a webhook (HOOK-01)', () => {
  test('is told what happens from then on, signed, in the order of the feed, each row as its own call answers it', async () => {
    const before = await shop.createOrder()
    const { id, secret, ...shown } = await add(['order.created', 'order.status', 'customer.created', 'payment.created'])
    expect(shown).toMatchObject({
      url: receiver.url,
      state: 'idle',
      waiting: 0,
      events: ['order.created', 'order.status', 'payment.created', 'customer.created'],
    })
    const order = await shop.createOrder({ passcode: '1-2-3' })
    rowOf(await shop.ann.put(`${shop.api}/orders/${order.id}`, { orderStatusId: fixed }))
    rowOf(await shop.ann.put(`${shop.api}/orders/${before.id}`, { orderNotes: 'Called' }))
    const payment = rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId: order.id, paymentAmount: 5 }))
    await untilReceived(4)
    const bodies = receiver.received.map(({ body }) => body)
    expect(bodies.map(({ event }) => event)).toEqual(['customer.created', 'order.created', 'order.status', 'payment.created'])
    expect(bodies.map(({ seq }) => seq)).toEqual(bodies.map(({ seq }) => seq).toSorted((one, other) => one - other))
    expect(bodies[2]).toMatchObject({ shopId: shop.shopId, at: '2026-03-02T10:00:00.000Z', status: { from: lead, to: fixed } })
    expect(bodies[2]?.row).toEqual(rowOf(await shop.ann.get(`${shop.api}/orders/${order.id}`)))
    expect(bodies[3]?.row).toMatchObject({ id: payment.id, paymentAmount: 5 })
    for (const one of receiver.received) {
      expect([isSigned(secret, one), isSigned(`${secret}x`, one)]).toEqual([true, false])
      expect([one.headers['x-mainspring-event'], one.headers['content-type']]).toEqual([one.body.event, 'application/json'])
      expect(one.text).not.toContain('1-2-3')
    }
    await until(async () =>
      expect((await deliveriesOf(id)).deliveries.map(({ event, state, tries, answer }) => ({ event, state, tries, answer }))).toEqual(
        ['payment.created', 'order.status', 'order.created', 'customer.created'].map((event) => ({ event, state: 'delivered', tries: 1, answer: '200' })),
      ),
    )
    expect(JSON.stringify(await list())).not.toContain(secret)
  })

  test('is told of what was deleted no more than that, and of what came back what it is', async () => {
    const order = await shop.createOrder()
    await add(['order.deleted', 'order.restored'])
    rowOf(await shop.max.delete(`${shop.api}/orders/${order.id}`))
    await untilReceived(1)
    rowOf(await shop.max.post(`${shop.api}/orders/${order.id}/restore`))
    await untilReceived(2)
    expect(receiver.received.map(({ body: { event, row } }) => [event, row])).toMatchObject([
      ['order.deleted', { id: order.id, _deleted: true }],
      ['order.restored', { id: order.id, itemDetails: 'iPhone 12' }],
    ])
  })

  test('is told of an estimate that is sent, and of the answer', async () => {
    await add(['estimate.sent', 'estimate.decided'])
    const order = await shop.createOrder({ orderStatusId: orderStatusIdByName['Waiting For Approval'] })
    const lines = [{ kind: 'part', description: 'Screen', quantity: 1, unitPrice: 80 }]
    const { id } = rowOf(await shop.ann.post(`${shop.api}/estimates`, { orderId: order.id, lines }))
    rowOf(await shop.ann.post(`${shop.api}/estimates/${id}/send`))
    rowOf(await shop.ann.put(`${shop.api}/estimates/${id}`, { state: 'approved', decidedName: 'Carla' }))
    await untilReceived(2)
    expect(receiver.received.map(({ body }) => [body.event, body.row?.['id']])).toEqual([
      ['estimate.sent', id],
      ['estimate.decided', id],
    ])
  })

  test('that was deleted is told nothing more, and nothing is stored where none is left', async () => {
    const { id } = await add(['customer.created'])
    rowOf(await shop.max.delete(`${shop.api}/webhooks/${id}`))
    await shop.createCustomer()
    expect(await list()).toEqual([])
    expect(await shop.server.services.db.selectFrom('webhook_events').select('id').execute()).toEqual([])
    expectRefusal(await shop.max.delete(`${shop.api}/webhooks/${id}`), 404, webhookTexts.gone)
    expect(receiver.received).toEqual([])
  })

  test('that is changed goes on at the new address with the secret that it had', async () => {
    const gone = await openReceiver()
    await gone.close()
    const { id, secret } = await add(['customer.created'], gone)
    await shop.createCustomer()
    await untilState('failing')
    const changed = rowOf(await shop.max.put(`${shop.api}/webhooks/${id}`, { url: receiver.url, events: ['customer.created', 'customer.updated'] }))
    expect(changed).toMatchObject({ url: receiver.url, events: ['customer.created', 'customer.updated'], failingSince: null })
    await untilReceived(1)
    expect(receiver.received.map((one) => isSigned(secret, one))).toEqual([true])
  })

  test.each<[object, string, string[]]>([
    [{ url: 'http://example.com', events: ['order.created'] }, webhookTexts.url, ['url']],
    [{ events: ['order.created'] }, webhookTexts.url, ['url']],
    [{ url: 'https://a:b@example.com', events: ['order.created'] }, webhookTexts.noCredentials, ['url']],
    [{ url: 'https://example.com', events: [] }, webhookTexts.events, ['events']],
  ])('is refused for %o: %s', async (body, message, paths) => {
    expectRefusal(await shop.max.post(`${shop.api}/webhooks`, body), 400, message, paths)
  })

  test('is one of fifty at most', async () => {
    for (let count = 0; count < 50; count += 1) await add(['order.created'])
    expectRefusal(await shop.max.post(`${shop.api}/webhooks`, { url: receiver.url, events: ['order.created'] }), 409, webhookTexts.tooMany)
  })

  test('tells a test at once, and what came back', async () => {
    const { id, secret } = await add(['order.created'])
    expect(rowOf(await shop.max.post(`${shop.api}/webhooks/${id}/test`))).toEqual({ isTaken: true, answer: '200' })
    expect(receiver.received.map((one) => [one.body.event, one.body.row, isSigned(secret, one)])).toEqual([['test', null, true]])
    receiver.answer(refuse(500))
    expect(rowOf(await shop.max.post(`${shop.api}/webhooks/${id}/test`))).toEqual({ isTaken: false, answer: '500' })
    expect((await deliveriesOf(id)).deliveries).toEqual([])
  })
})

describe('a receiver that does not take what it is sent', () => {
  test('is tried again after a pause, with the same id, and holds up no other', async () => {
    const other = await openReceiver()
    more.push(other)
    receiver.answer(refuse(503))
    await add(['customer.created'])
    await add(['customer.created'], other)
    const customers = [await shop.createCustomer(), await shop.createCustomer({ name: 'Dora' })]
    await untilReceived(2, other)
    await untilState('failing')
    expect((await list())[0]).toMatchObject({ waiting: 2, answer: '503', failingSince: '2026-03-02T10:00:00.000Z', nextTryAt: '2026-03-02T10:00:10.000Z' })
    receiver.answer((_, response) => response.end())
    shop.clock.advance(10_000)
    await until(() => expect(receiver.received.at(-1)?.body.row?.['id']).toBe(customers[1]?.id))
    await untilState('idle')
    const ids = receiver.received.map(({ body }) => body.id)
    expect([ids[0], new Set(ids).size]).toEqual([ids[1], 2])
    const { deliveries } = await deliveriesOf((await list())[0]?.id ?? '')
    expect(deliveries.map(({ tries, state }) => [tries, state])).toEqual([
      [1, 'delivered'],
      [2, 'delivered'],
    ])
  })

  test('is given up after three days for what is as old as that, and told what came later', async () => {
    receiver.answer(refuse(500))
    const { id } = await add(['customer.created'])
    await shop.createCustomer({ name: 'Old' })
    await untilState('failing')
    shop.clock.advance(2 * dayMs)
    await shop.createCustomer({ name: 'Late' })
    await until(async () => expect((await list())[0]?.nextTryAt).toContain('2026-03-04'))
    shop.clock.advance(dayMs)
    await until(async () => expect((await deliveriesOf(id)).deliveries.map(({ state }) => state)).toEqual(['waiting', 'failed']))
    receiver.answer((_, response) => response.end())
    shop.clock.advance(dayMs)
    await untilState('idle')
    expect(receiver.received.at(-1)?.body.row).toMatchObject({ name: 'Late' })
    expect((await deliveriesOf(id)).deliveries.map(({ state, answer }) => [state, answer])).toEqual([
      ['delivered', '200'],
      ['failed', '500'],
    ])
  })

  test('is left alone while its webhook is paused, and after that told all that waited, with three days to come back', async () => {
    receiver.answer(refuse(500))
    const { id } = await add(['customer.created'])
    await shop.createCustomer({ name: 'Old' })
    await untilState('failing')
    const pause = async (paused: boolean) => rowOf(await shop.max.put(`${shop.api}/webhooks/${id}`, { paused }))
    expect(await pause(true)).toMatchObject({ state: 'paused', pausedAt: shop.clock.now().toISOString(), waiting: 1 })
    const tries = receiver.received.length
    shop.clock.advance(4 * dayMs)
    await shop.createCustomer({ name: 'Late' })
    // Delivery to this webhook proves that a later check skipped the paused one.
    const other = await openReceiver()
    more.push(other)
    await add(['customer.created'], other)
    await shop.createCustomer({ name: 'Last' })
    await untilReceived(1, other)
    expect(receiver.received).toHaveLength(tries)
    const { deliveries } = await deliveriesOf(id)
    expect(deliveries.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
    expectRefusal(await shop.max.post(`${shop.api}/webhooks/${id}/deliveries/${deliveries[2]?.id}/repeat`), 409, webhookTexts.paused)
    expect(await pause(false)).toMatchObject({ pausedAt: null })
    // Failures before the pause do not count after it.
    await until(async () => expect((await list())[0]).toMatchObject({ state: 'failing', waiting: 3, failingSince: shop.clock.now().toISOString() }))
    await pause(true)
    receiver.answer((_, response) => response.end())
    await pause(false)
    await untilState('idle')
    expect(receiver.received.slice(-3).map(({ body }) => body.row?.['name'])).toEqual(['Old', 'Late', 'Last'])
    expect((await deliveriesOf(id)).deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('gets one of its deliveries once more when a person repeats it', async () => {
    const { id } = await add(['customer.created'])
    const customer = await shop.createCustomer()
    await untilState('idle')
    await untilReceived(1)
    await until(async () => expect((await deliveriesOf(id)).deliveries.map(({ state }) => state)).toEqual(['delivered']))
    const [delivery] = (await deliveriesOf(id)).deliveries as [WebhookDelivery]
    const repeat = (deliveryId: string) => shop.max.post(`${shop.api}/webhooks/${id}/deliveries/${deliveryId}/repeat`)
    rowOf(await shop.ann.put(`${shop.api}/customers/${customer.id}`, { name: 'Karla' }))
    expect(rowOf(await repeat(delivery.id))).toMatchObject({ state: 'delivered', tries: 2, answer: '200' })
    expect(receiver.received.map(({ body }) => [body.id, body.row?.['name']])).toEqual([
      [delivery.id, 'Carla'],
      [delivery.id, 'Karla'],
    ])
    receiver.answer(refuse(410))
    expect(rowOf(await repeat(delivery.id))).toMatchObject({ state: 'failed', tries: 3, answer: '410' })
    expectRefusal(await repeat(nowhere), 404, webhookTexts.deliveryGone)
  })

  test('is tried now when a person repeats what waits', async () => {
    receiver.answer(refuse(500))
    const { id } = await add(['customer.created'])
    await shop.createCustomer()
    await untilState('failing')
    const [waiting] = (await deliveriesOf(id)).deliveries as [WebhookDelivery]
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1, answer: '500', endedAt: null })
    receiver.answer((_, response) => response.end())
    expect(rowOf(await shop.max.post(`${shop.api}/webhooks/${id}/deliveries/${waiting.id}/repeat`))).toMatchObject({ state: 'waiting' })
    await untilState('idle')
    expect((await deliveriesOf(id)).deliveries.map(({ state, tries }) => [state, tries])).toEqual([['delivered', 2]])
  })
})

test('deliveries come in pages, the newest first', async () => {
  const { id } = await add(['customer.created'])
  const names = Array.from({ length: 60 }, (_, place) => `Customer ${place}`)
  for (const name of names) await shop.createCustomer({ name })
  await untilReceived(60)
  await untilState('idle')
  const first = await deliveriesOf(id)
  const second = await deliveriesOf(id, `?before=${first.next}`)
  const seqs = [...first.deliveries, ...second.deliveries].map(({ seq }) => seq)
  expect([first.deliveries.length, second.deliveries.length, second.next]).toEqual([50, 10, null])
  expect(seqs).toEqual(receiver.seqs().toReversed())
})

test('what goes to the address of another part of the own network is refused, at once where the address says so', async () => {
  const strict = await openTestShop()
  try {
    for (const url of [receiver.url, 'https://10.0.0.1/in', 'https://[::1]/', 'https://0x7f.1/', 'https://app.localhost/'])
      expectRefusal(await strict.max.post(`${strict.api}/webhooks`, { url, events: ['customer.created'] }), 400, insideText, ['url'])
    // As if added while internal addresses were allowed.
    const created: Row = rowOf(await strict.max.post(`${strict.api}/webhooks`, { url: 'https://example.com/in', events: ['customer.created'] }))
    await strict.server.services.db.updateTable('webhooks').set({ url: receiver.url }).where('id', '=', created.id).execute()
    await strict.createCustomer()
    await until(async () => expect(rowOf(await strict.max.get(`${strict.api}/webhooks`))).toMatchObject([{ state: 'failing', answer: noPublicServerText }]))
    expect(receiver.received).toEqual([])
  } finally {
    await strict.close()
  }
})
