import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PublicEstimate } from '#schema/api/links/estimates.ts'
import { estimateLinkTexts } from '#schema/rules/estimates/estimate-link.ts'
import { estimateTexts } from '#schema/rules/estimates/estimate-states.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { inTransaction } from '../../db/transaction.ts'
import { forgetEstimateLinks } from '../../portal/estimates/estimate-links.ts'
import { fileOf, onePixelPng } from '../../testing/test-pictures.ts'
import { expectRefusal, openTestShop, rowOf, rowsOf, type Row, type TestShop } from '../../testing/test-shop.ts'
import { openEvents } from '../../testing/test-sync-server.ts'
import type { TestClient } from '../../testing/test-server.ts'

const waiting = orderStatusIdByName['Waiting For Approval']
const lines = [
  { kind: 'part', description: 'Screen', quantity: 1, unitPrice: 79.5 },
  { kind: 'labour', description: 'Repair', quantity: 0.75, unitPrice: 40 },
]

let shop: TestShop
let customer: TestClient
let order: Row

beforeEach(async () => {
  shop = await openTestShop()
  customer = shop.server.client()
  order = await shop.createOrder({ orderStatusId: waiting, orderNotes: 'pays late' })
})
afterEach(() => shop.close())

const addEstimate = async (more: object = {}): Promise<Row> => rowOf(await shop.ann.post(`${shop.api}/estimates`, { orderId: order.id, lines, ...more }))
const read = async (id: string): Promise<Row> => rowOf(await shop.ann.get(`${shop.api}/estimates/${id}`))
const send = async (id: string): Promise<string> => String(rowOf(await shop.ann.post(`${shop.api}/estimates/${id}/send`))['url'])
const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
const addressOf = (url: string): string => `/api/public/estimates/${tokenOf(url)}`
const readOrder = async (): Promise<Row> => rowOf(await shop.ann.get(`${shop.api}/orders/${order.id}`))
const textsOf = async (): Promise<string[]> => rowsOf(await shop.max.get(`${shop.api}/activities`)).map(({ auditText }) => String(auditText))

describe('a customer’s link to an estimate (EST-02)', () => {
  test('shows what the shop offers, without notes and people of the shop, though the portal is off', async () => {
    await shop.max.put(`${shop.api}/profile`, { address: 'Harbour Street 1', phone: '5550009', terms: 'Pay on collection.', currency: 'EUR' })
    const url = await send((await addEstimate({ note: 'Ready in two days' })).id)
    expect(url).toMatch(/^\/north\/e\/[\w-]{43}$/)
    const answer = await customer.get(addressOf(url))
    expect(rowOf(answer)).toMatchObject({
      shop: { code: 'north', name: 'North' },
      profile: { address: 'Harbour Street 1', phone: '5550009', currency: 'EUR' },
      terms: 'Pay on collection.',
      itemDetails: 'iPhone 12',
      version: 1,
      lines,
      total: 109.5,
      note: 'Ready in two days',
      state: 'sent',
      validUntil: '2026-04-01T10:00:00.000Z',
      photos: [],
    })
    expect(answer.text).not.toMatch(/pays late|Carla|555010|ann person/)
    expect([answer.headers.get('cache-control'), answer.headers.getSetCookie()]).toEqual(['no-store', []])
  })

  test('takes one approval, with its name and time, and the order goes on', async () => {
    const { id } = await addEstimate()
    const url = await send(id)
    shop.clock.advance(60_000)
    const decided = rowOf(await customer.post(`${addressOf(url)}/decision`, { decision: 'approve', name: '  Carla Roe ' }))
    const answered = { state: 'approved', decidedName: 'Carla Roe', decidedAt: '2026-03-02T10:01:00.000Z' }
    expect(decided).toMatchObject(answered)
    expect(await read(id)).toMatchObject({ ...answered, decidedBy: 'customer' })
    expect((await readOrder())['orderStatusId']).toBe(orderStatusIdByName['In Progress'])
    const texts = await textsOf()
    expect(texts).toContain("Order 'iPhone 12' of Carla: Status changed from 'Waiting For Approval' to 'In Progress'")
    expect(texts.filter((text) => text.includes("State changed from 'sent' to 'approved'"))).toHaveLength(1)
  })

  test('a decline leaves the order where it is', async () => {
    const { id } = await addEstimate()
    rowOf(await customer.post(`${addressOf(await send(id))}/decision`, { decision: 'decline', name: 'Carla' }))
    expect(await read(id)).toMatchObject({ state: 'declined', decidedBy: 'customer' })
    expect((await readOrder())['orderStatusId']).toBe(waiting)
  })

  test('twenty presses at once are one, and the same press again gets the same answer', async () => {
    const { id } = await addEstimate()
    const url = await send(id)
    const press = shop.server.services.newId()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        customer.post(`${addressOf(url)}/decision`, { decision: index === 0 ? 'approve' : 'decline', name: 'Carla', ...(index === 0 && { press }) }),
      ),
    )
    expect([200, 409].map((status) => answers.filter((answer) => answer.status === status).length)).toEqual([1, 19])
    const { state } = await read(id)
    expect((await textsOf()).filter((text) => text.includes("State changed from 'sent'"))).toHaveLength(1)
    const again = await customer.post(`${addressOf(url)}/decision`, { decision: 'approve', name: 'Carla', press })
    expect(again.status).toBe(state === 'approved' ? 200 : 409)
  })

  test('a used link says what was decided, by whom and when, and takes no other answer', async () => {
    const { id } = await addEstimate()
    const [url, other] = [await send(id), await send(id)]
    expect(rowOf(await customer.get(addressOf(url)))).toMatchObject({ state: 'sent', decision: null, decidedAt: null, decidedName: null })
    rowOf(await customer.post(`${addressOf(url)}/decision`, { decision: 'decline', name: 'Carla' }))
    shop.clock.advance(3_600_000)
    for (const one of [url, other]) {
      expect(rowOf(await customer.get(addressOf(one)))).toMatchObject({
        decision: 'decline',
        decidedAt: '2026-03-02T10:00:00.000Z',
        decidedName: 'Carla',
        total: 109.5,
      })
      expectRefusal(await customer.post(`${addressOf(one)}/decision`, { decision: 'approve', name: 'Eve' }), 409, estimateLinkTexts.decided)
    }
    expect(await read(id)).toMatchObject({ state: 'declined', decidedName: 'Carla' })
  })

  test('a used link outlives the end of the estimate, and ends with the link of its order', async () => {
    const used = await send((await addEstimate()).id)
    rowOf(await customer.post(`${addressOf(used)}/decision`, { decision: 'approve', name: 'Carla' }))
    const open = await send((await addEstimate()).id)
    rowOf(await shop.max.put(`${shop.api}/orders/${order.id}`, { orderStatusId: orderStatusIdByName['Picked up'] }))
    const pass = async (days: number) => {
      shop.clock.advance(days * 86_400_000)
      await inTransaction(shop.server.services.db, (trx) => forgetEstimateLinks(trx, shop.clock.now()))
      return (await shop.server.services.reader.selectFrom('estimate_links').select('token_hash').execute()).length
    }
    expect([await pass(30), await pass(2)]).toEqual([2, 1])
    expectRefusal(await customer.get(addressOf(open)), 404, estimateLinkTexts.notOpen)
    expect(rowOf(await customer.get(addressOf(used)))).toMatchObject({ decision: 'approve' })
    expect(await pass(58)).toBe(1)
    expectRefusal(await customer.get(addressOf(used)), 404, estimateLinkTexts.notOpen)
    expect(await pass(2)).toBe(0)
  })

  test('wrong, ended and withdrawn links get one answer', async () => {
    const withdrawn = await send((await addEstimate()).id)
    const ended = await send((await addEstimate({ validUntil: '2026-03-03T10:00:00Z' })).id)
    shop.clock.advance(86_400_000)
    const dead = [withdrawn, ended, `/north/e/${'A'.repeat(43)}`, '/north/e/short', `/north/e/${'x'.repeat(500)}`]
    for (const url of dead) {
      expectRefusal(await customer.get(addressOf(url)), 404, estimateLinkTexts.notOpen)
      expectRefusal(await customer.post(`${addressOf(url)}/decision`, { decision: 'approve', name: 'Eve' }), 404, estimateLinkTexts.notOpen)
      expectRefusal(await customer.get(`${addressOf(url)}/attachments/${order.id}/content`), 404, estimateLinkTexts.notOpen)
      expectRefusal(await customer.get(`${addressOf(url)}/logo`), 404, estimateLinkTexts.notOpen)
    }
  })

  test('ends with its order', async () => {
    const url = await send((await addEstimate()).id)
    await shop.max.delete(`${shop.api}/orders/${order.id}`)
    expectRefusal(await customer.get(addressOf(url)), 404, estimateLinkTexts.notOpen)
    rowOf(await shop.max.post(`${shop.api}/orders/${order.id}/restore`))
    expect((await customer.get(addressOf(url))).status).toBe(200)
  })

  test('whoever guesses has to wait, and an open link costs no try and is never refused', async () => {
    const url = await send((await addEstimate()).id)
    for (let turn = 0; turn < 60; turn++) expect((await customer.get(addressOf(url))).status).toBe(200)
    const statuses: number[] = []
    for (let turn = 0; turn < 52; turn++) statuses.push((await customer.get(`/api/public/estimates/${String(turn).padEnd(43, 'A')}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => 404), 429, 429])
    expect((await customer.get(addressOf(url))).status).toBe(200)
  })

  test('stands in the database as a hash, and in no line of the log and no metric', async () => {
    const { id } = await addEstimate()
    const token = tokenOf(await send(id))
    await customer.get(`/api/public/estimates/${token}`)
    await customer.get(`/north/e/${token}`)
    await customer.post(`/api/public/estimates/${token}/decision`, { decision: 'maybe' })
    await customer.post(`/api/public/estimates/${token}/decision`, { decision: 'approve', name: 'Carla' })
    await customer.get(`/api/public/estimates/${token}`)
    const { services, logLines } = shop.server
    const tables = [
      await services.reader.selectFrom('estimate_links').selectAll().execute(),
      await services.reader.selectFrom('estimates').selectAll().execute(),
      await services.reader.selectFrom('activities').selectAll().execute(),
      await services.reader.selectFrom('mutations').selectAll().execute(),
      await services.reader.selectFrom('limits').selectAll().execute(),
    ]
    expect(tables[0]).toHaveLength(1)
    for (const text of [JSON.stringify(tables), logLines.join('\n'), await services.metrics.render()]) expect(text).not.toContain(token)
    expect(logLines.join('\n')).toContain('/api/public/estimates/:token/decision')
  })

  test('shows the photos that staff marked for the customer, of this order, and no others', async () => {
    const addPhoto = async (forCustomer: boolean, orderId = order.id) => {
      const { id } = rowOf(await shop.ann.post(`${shop.api}/attachments`, { ...fileOf(orderId, onePixelPng), forCustomer }))
      await shop.ann.send('PUT', `${shop.api}/attachments/${id}/content`, { headers: { 'Content-Type': 'image/png' }, rawBody: onePixelPng })
      return id
    }
    const shown = await addPhoto(true)
    const hidden = [await addPhoto(false), await addPhoto(true, (await shop.createOrder()).id)]
    const url = await send((await addEstimate()).id)
    expect((rowOf(await customer.get(addressOf(url))) as unknown as PublicEstimate).photos.map(({ id }) => id)).toEqual([shown])
    expect((await customer.get(`${addressOf(url)}/attachments/${shown}/content`)).status).toBe(200)
    for (const id of hidden) expect((await customer.get(`${addressOf(url)}/attachments/${id}/content`)).status).toBe(404)
  })

  test.each([
    [{ decision: 'approve', name: ' ' }, estimateLinkTexts.nameNeeded],
    [{ decision: 'approve' }, estimateLinkTexts.nameNeeded],
    [{ decision: 'perhaps', name: 'Carla' }, estimateLinkTexts.decision],
    [{ decision: 'approve', name: 'x'.repeat(201) }, 'A name can have 200 characters'],
  ])('an answer of %o is refused, and the link stays open', async (body, message) => {
    const url = await send((await addEstimate()).id)
    expectRefusal(await customer.post(`${addressOf(url)}/decision`, body), 400, message)
    expect((await customer.get(addressOf(url))).status).toBe(200)
  })

  test('the desk hears of the answer on its live stream before of anything that happens later', async () => {
    const url = await send((await addEstimate()).id)
    const desk = await openEvents(`${shop.server.url}/api/sync/live`, { Cookie: shop.ann.cookie ?? '' })
    await customer.post(`${addressOf(url)}/decision`, { decision: 'approve', name: 'Carla' })
    rowOf(await shop.ann.post(`${shop.api}/customers`, { name: 'Who comes next', countryCode: '+1', phone: '5550177' }))
    const told = new Set<string>()
    while (!told.has('customers')) {
      const { data } = await desk.next(10_000)
      for (const name of JSON.stringify(data ?? '').match(/\w+/g) ?? []) told.add(name)
    }
    expect(told).toContain('estimates')
    desk.close()
  })
})

describe('sending', () => {
  test('a new version withdraws the one that waits, and leaves an answered one as it is', async () => {
    const first = await addEstimate()
    await send(first.id)
    const second = await addEstimate()
    expect(second['version']).toBe(2)
    const url = await send(second.id)
    expect(await read(first.id)).toMatchObject({ state: 'withdrawn' })
    rowOf(await customer.post(`${addressOf(url)}/decision`, { decision: 'approve', name: 'Carla' }))
    const third = await addEstimate()
    await send(third.id)
    expect([(await read(second.id))['state'], (await read(third.id))['state']]).toEqual(['approved', 'sent'])
  })

  test('again makes another link, and both say what was decided by one of them', async () => {
    const { id } = await addEstimate()
    const [one, other] = [await send(id), await send(id)]
    expect(one).not.toBe(other)
    expect([(await customer.get(addressOf(one))).status, (await customer.get(addressOf(other))).status]).toEqual([200, 200])
    rowOf(await customer.post(`${addressOf(other)}/decision`, { decision: 'approve', name: 'Carla' }))
    expect(rowOf(await customer.get(addressOf(one)))).toMatchObject({ decision: 'approve', decidedName: 'Carla' })
  })

  test('says what stands in the way', async () => {
    const refusalOf = async (id: string) => shop.ann.post(`${shop.api}/estimates/${id}/send`)
    expectRefusal(await refusalOf((await addEstimate({ lines: [] })).id), 400, estimateTexts.nothingOffered, ['lines'])
    expectRefusal(await refusalOf((await addEstimate({ validUntil: '2026-03-01T10:00:00Z' })).id), 400, estimateTexts.endsTooEarly, ['validUntil'])
    const { id } = await addEstimate()
    await send(id)
    rowOf(await shop.ann.put(`${shop.api}/estimates/${id}`, { state: 'withdrawn' }))
    expectRefusal(await refusalOf(id), 409, estimateTexts.withdrawnStays)
  })
})
