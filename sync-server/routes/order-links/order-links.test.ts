import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { orderLinkTexts } from '#schema/rules/customers/order-link.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { fileOf, onePixelPng } from '../../testing/test-pictures.ts'
import { expectRefusal, openTestShop, rowOf, rowsOf, type Row, type TestShop } from '../../testing/test-shop.ts'
import type { TestClient } from '../../testing/test-server.ts'

const dayMs = 86_400_000

let shop: TestShop
let customer: TestClient
let order: Row

beforeEach(async () => {
  shop = await openTestShop()
  customer = shop.server.client()
  order = await shop.createOrder({ orderStatusId: orderStatusIdByName['In Progress'], orderNotes: 'pays late', quotedCost: '89' })
})
afterEach(() => shop.close())

const makeLink = async (): Promise<string> => String(rowOf(await shop.ann.post(`${shop.api}/orders/${order.id}/links`))['url'])
const addressOf = (url: string): string => `/api/public/order-links/${url.slice(url.lastIndexOf('/') + 1)}`
const setStatus = (name: keyof typeof orderStatusIdByName) => shop.ann.put(`${shop.api}/orders/${order.id}`, { orderStatusId: orderStatusIdByName[name] })
const expectNotOpen = async (url: string): Promise<void> => expectRefusal(await customer.get(addressOf(url)), 404, orderLinkTexts.notOpen)

describe('a customer’s link to an order', () => {
  test('shows the order with its balance, and nothing of notes and people of the shop, though the portal is off', async () => {
    await shop.max.put(`${shop.api}/profile`, { address: 'Harbour Street 1', phone: '5550009', currency: 'EUR' })
    await shop.ann.post(`${shop.api}/payments`, { orderId: order.id, paymentAmount: 9 })
    const url = await makeLink()
    expect(url).toMatch(/^\/north\/o\/[\w-]{43}$/)
    const answer = await customer.get(addressOf(url))
    expect(rowOf(answer)).toMatchObject({
      shop: { code: 'north', name: 'North' },
      profile: { address: 'Harbour Street 1', phone: '5550009', currency: 'EUR' },
      color: '#112233',
      customerPortal: false,
      order: { id: order.id, itemDetails: 'iPhone 12', balance: { total: 89, paid: 9, balance: 80 } },
      estimate: null,
      messages: [],
    })
    expect(answer.text).not.toMatch(/pays late|ann person|555010/)
    expect([answer.headers.get('cache-control'), answer.headers.getSetCookie()]).toEqual(['no-store', []])
  })

  test('says until when a repair that was picked up is under warranty (WARR-01), and shows no sale (TILL-01)', async () => {
    await shop.max.put(`${shop.api}/profile`, { warrantyDays: 90, timeZone: 'UTC' })
    const url = await makeLink()
    expect(rowOf(await customer.get(addressOf(url)))['order']).not.toHaveProperty('warrantyUntil')
    rowOf(await setStatus('Picked up'))
    const until = new Date(shop.clock.now().getTime() + 90 * dayMs).toISOString().slice(0, 10)
    expect(rowOf(await customer.get(addressOf(url)))).toMatchObject({ order: { warrantyUntil: until } })
    order = rowOf(await shop.ann.post(`${shop.api}/orders`, { kind: 'sale', customerId: order['customerId'], itemDetails: 'Cable' }))
    expectRefusal(await shop.ann.post(`${shop.api}/orders/${String(order['id'])}/links`), 404, orderLinkTexts.notOpen)
  })

  test.each([
    [null, 'de'],
    ['fr-CH', 'fr'],
    ['pl', 'de'],
  ])('is in the language of a card that says %s, else in the shop’s: %s (LANG-01)', async (language, shown) => {
    await shop.max.put(`${shop.api}/profile`, { language: 'de' })
    await shop.ann.put(`${shop.api}/customers/${String(order.customerId)}`, { language })
    expect(rowOf(await customer.get(addressOf(await makeLink())))).toMatchObject({ profile: { language: shown } })
  })

  test('says how to pay the balance, until nothing is to pay (PAY-04)', async () => {
    const link = 'https://pay.example/{ticket}/{amount}'
    await shop.max.put(`${shop.api}/profile`, { currency: 'EUR', paymentLink: link, iban: 'DE89 3704 0044 0532 0130 00', bankName: 'Commerzbank' })
    const url = await makeLink()
    const read = async () => rowOf(await customer.get(addressOf(url)))
    const { pay, order: shown } = (await read()) as unknown as { pay: Record<string, unknown>; order: { ticket: string } }
    expect(pay).toMatchObject({
      link: `https://pay.example/${shown.ticket}/89.00`,
      transfer: { name: 'North', iban: 'DE89370400440532013000', bankName: 'Commerzbank', qr: expect.stringMatching(/^BCD\n002\n1\nSCT[^]*\nEUR89\.00\n/) },
    })
    await shop.ann.post(`${shop.api}/payments`, { orderId: order.id, paymentAmount: 89 })
    expect(await read()).toMatchObject({ pay: null, order: { balance: { balance: 0 } } })
  })

  test('shows no price, payment or way to pay where the shop says so, but the promised time (EST-05)', async () => {
    const dueTimestamp = '2026-03-09T15:00:00.000Z'
    await shop.ann.put(`${shop.api}/orders/${order.id}`, { dueTimestamp })
    await shop.max.put(`${shop.api}/profile`, { showPriceToCustomer: false, paymentLink: 'https://pay.example/{amount}' })
    const answer = await customer.get(addressOf(await makeLink()))
    expect(rowOf(answer)).toMatchObject({ pay: null, order: { quotedCost: null, dueTimestamp } })
    expect(answer.text).not.toMatch(/balance|\b89\b/)
  })

  test('says whether all orders of the customer can be seen at the shop’s page', async () => {
    const url = await makeLink()
    await shop.max.put(`/api/shops/${shop.shopId}/config`, { customerPortal: true })
    expect(rowOf(await customer.get(addressOf(url)))).toMatchObject({ customerPortal: true })
  })

  test('is open until 90 days after the end of the order, and again when it goes on', async () => {
    const url = await makeLink()
    await setStatus('Picked up')
    shop.clock.advance(89 * dayMs)
    expect((await customer.get(addressOf(url))).status).toBe(200)
    shop.clock.advance(dayMs)
    await expectNotOpen(url)
    await shop.ann.signIn('ann')
    await setStatus('In Progress')
    expect((await customer.get(addressOf(url))).status).toBe(200)
  })

  test('ends when staff withdraw it, with the order, and with the customer’s data; wrong ones look the same', async () => {
    const [first, second] = [await makeLink(), await makeLink()]
    expect(first).not.toBe(second)
    expect((await shop.ann.delete(`${shop.api}/orders/${order.id}/links`)).json).toEqual({})
    for (const url of [first, second, `/north/o/${'a'.repeat(43)}`, '/north/o/short']) await expectNotOpen(url)
    const third = await makeLink()
    await shop.max.delete(`${shop.api}/orders/${order.id}`)
    await expectNotOpen(third)
    expect(await shop.server.services.reader.selectFrom('order_links').select('token_hash').execute()).not.toContainEqual({ token_hash: third.slice(-43) })
  })

  test('shows photos for the customer of this order only, without metadata', async () => {
    const other = await shop.createOrder()
    const add = async (orderId: string, forCustomer: boolean): Promise<string> => {
      const { id } = rowOf(await shop.ann.post(`${shop.api}/attachments`, { ...fileOf(orderId), forCustomer }))
      await shop.ann.send('PUT', `${shop.api}/attachments/${id}/content`, { rawBody: onePixelPng, headers: { 'Content-Type': 'image/png' } })
      return id
    }
    const [shown, hidden, foreign] = [await add(order.id, true), await add(order.id, false), await add(other.id, true)]
    const url = await makeLink()
    expect(rowOf(await customer.get(addressOf(url)))).toMatchObject({ order: { photos: [{ id: shown }] } })
    expect((await customer.get(`${addressOf(url)}/attachments/${shown}/content`)).status).toBe(200)
    for (const id of [hidden, foreign]) expect((await customer.get(`${addressOf(url)}/attachments/${id}/content`)).status).toBe(404)
  })

  const sendEstimate = async (): Promise<string> => {
    const lines = [{ kind: 'part', description: 'Screen', quantity: 1, unitPrice: 79.5 }]
    const { id } = rowOf(await shop.ann.post(`${shop.api}/estimates`, { orderId: order.id, lines }))
    return String(rowOf(await shop.ann.post(`${shop.api}/estimates/${id}/send`))['url'])
  }
  const openEstimate = async (url: string): Promise<string> => String(rowOf(await customer.post(`${addressOf(url)}/estimate`))['url'])
  const statusOfEstimate = async (url: string): Promise<number> => (await customer.get(`/api/public/estimates/${url.slice(-43)}`)).status

  test('makes a few links to the estimate at a time, which push out none that staff sent and end when staff withdraw it', async () => {
    const sent = await sendEstimate()
    const [url, other] = [await makeLink(), await makeLink()]
    const ofOther = await openEstimate(other)
    const made: string[] = []
    for (let press = 0; press < 25; press++) {
      shop.clock.advance(1_000)
      made.push(await openEstimate(url))
    }
    expect(await Promise.all(made.slice(-4).map(statusOfEstimate))).toEqual([404, 200, 200, 200])
    expect(await Promise.all([sent, ofOther].map(statusOfEstimate))).toEqual([200, 200])
    await shop.ann.delete(`${shop.api}/orders/${order.id}/links`)
    expect(await Promise.all([...made.slice(-3), ofOther].map(statusOfEstimate))).toEqual([404, 404, 404, 404])
    expect(await statusOfEstimate(sent)).toBe(200)
  })

  test('leads to the estimate that waits for an answer', async () => {
    const url = await makeLink()
    expect((await customer.post(`${addressOf(url)}/estimate`)).status).toBe(404)
    await sendEstimate()
    expect(rowOf(await customer.get(addressOf(url)))).toMatchObject({ estimate: { total: 79.5, lines: 1 } })
    const { url: ofEstimate } = rowOf(await customer.post(`${addressOf(url)}/estimate`)) as { url?: string }
    expect(rowOf(await customer.get(`/api/public/estimates/${String(ofEstimate).slice(-43)}`))).toMatchObject({ total: 79.5 })
  })
})

describe('what a customer writes by the link', () => {
  test('reaches the shop once, stands in the order, and is marked as read', async () => {
    const url = await makeLink()
    const body = { text: '  Can I come at five?  ', id: v7() }
    for (let press = 0; press < 2; press += 1) expect((await customer.post(`${addressOf(url)}/messages`, body)).json).toEqual({ success: true })
    const [message, ...more] = rowsOf(await shop.ann.get(`${shop.api}/messages?orderId=${order.id}`))
    expect(more).toEqual([])
    expect(message).toMatchObject({ id: body.id, channel: 'portal', state: 'received', cause: 'customer', text: 'Can I come at five?', to: null })
    expect(rowOf(await customer.get(addressOf(url)))).toMatchObject({ messages: [{ isOwn: true, text: 'Can I come at five?' }] })
    expect(rowOf(await shop.ann.put(`${shop.api}/messages/${body.id}`, { state: 'read' }))).toMatchObject({ state: 'read' })
    expectRefusal(await shop.ann.put(`${shop.api}/messages/${body.id}`, { state: 'waiting' }), 400, messageTexts.onlyRead)
    expectRefusal(await shop.ann.post(`${shop.api}/messages`, { orderId: order.id, channel: 'portal', text: 'x' }), 400, messageTexts.ofCustomers)
  })

  test('tells nothing of a message of another order that has its id', async () => {
    const other = await shop.createOrder()
    const { id } = rowOf(await shop.ann.post(`${shop.api}/messages`, { orderId: other.id, channel: 'email', to: 'x@example.com', subject: 'x', text: 'x' }))
    const url = await makeLink()
    for (let press = 0; press < 2; press++) expect((await customer.post(`${addressOf(url)}/messages`, { text: 'Hello', id })).json).toEqual({ success: true })
    expect(rowsOf(await shop.ann.get(`${shop.api}/messages?orderId=${order.id}`))).toMatchObject([{ channel: 'portal', text: 'Hello' }])
  })

  test('is refused when it is empty or too long, and after ten within an hour', async () => {
    const url = await makeLink()
    const write = (text: string) => customer.post(`${addressOf(url)}/messages`, { text })
    expectRefusal(await write('   '), 400, orderLinkTexts.textNeeded)
    expect((await write('x'.repeat(1_001))).status).toBe(400)
    for (let count = 0; count < 10; count += 1) expect((await write(`Message ${count}`)).status).toBe(200)
    expect((await write('One more')).status).toBe(429)
  })
})
