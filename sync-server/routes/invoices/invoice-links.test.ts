import { afterEach, beforeEach, expect, test } from 'vitest'
import { invoiceLinkTexts } from '#schema/rules/invoices/invoice-link.ts'
import { orderLinkTexts } from '#schema/rules/customers/order-link.ts'
import { messageTexts } from '#schema/values/messages/message-texts.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { tidy } from '../../operations/tidy.ts'
import { makeMessageLink } from '../../portal/estimates/send-estimate.ts'
import { openTestShop, expectRefusal, type Row, rowOf, type TestShop } from '../../testing/test-shop.ts'
import type { TestClient } from '../../testing/test-server.ts'

let shop: TestShop
let customer: TestClient
let order: Row

beforeEach(async () => {
  shop = await openTestShop()
  customer = shop.server.client()
  order = await shop.createOrder({ orderStatusId: orderStatusIdByName['In Progress'], orderNotes: 'pays late', quotedCost: '89' })
})
afterEach(() => shop.close())

const draft = async (): Promise<string> => rowOf(await shop.ann.post(`${shop.api}/invoices`, { kind: 'invoice', orderId: order.id })).id
const makeLink = async (id: string): Promise<string> => String(rowOf(await shop.ann.post(`${shop.api}/invoices/${id}/links`))['url'])
const addressOf = (url: string, kind = 'invoices'): string => `/api/public/${kind}/${url.slice(url.lastIndexOf('/') + 1)}`

test('a customer’s link shows an issued document with payments and balance as they are now, and nothing else of the order (INV-04)', async () => {
  await shop.max.put(`${shop.api}/profile`, { currency: 'EUR', taxId: 'DE1', iban: 'DE89370400440532013000', terms: 'Soon', receiptFooter: 'Bye' })
  await shop.max.put(`${shop.api}/profile`, { otherTexts: { de: { terms: 'Bald' } } })
  const id = await draft()
  expectRefusal(await shop.ann.post(`${shop.api}/invoices/${id}/links`), 409, invoiceLinkTexts.issueFirst)
  const issued = rowOf(await shop.ann.post(`${shop.api}/invoices/${id}/issue`))
  const url = await makeLink(id)
  expect(url).toMatch(/^\/north\/i\/[\w-]{43}$/)
  await shop.ann.post(`${shop.api}/payments`, { orderId: order.id, paymentAmount: 9, paymentText: 'in coins', method: 'cash' })
  const answer = await customer.get(addressOf(url))
  expect(rowOf(answer)).toMatchObject({
    shop: { code: 'north' },
    footer: 'Bye',
    paper: {
      number: issued['number'],
      seller: { taxId: 'DE1' },
      total: 89,
      payments: [{ method: 'cash', amount: 9 }],
      paid: 9,
      balance: 80,
      terms: 'Soon',
      pay: { transfer: { iban: 'DE89370400440532013000', qr: expect.stringContaining('EUR80.00') } },
    },
  })
  await shop.ann.put(`${shop.api}/customers/${String(order['customerId'])}`, { language: 'de' })
  expect(rowOf(await customer.get(addressOf(url)))).toMatchObject({ footer: 'Bye', paper: { terms: 'Bald' } })
  expect(answer.text).not.toMatch(/pays late|in coins|ann person/)
  expectRefusal(await customer.get(addressOf(url, 'order-links')), 404, orderLinkTexts.notOpen)

  const note = rowOf(await shop.ann.post(`${shop.api}/invoices`, { kind: 'credit-note', orderId: order.id, correctsId: id }))
  rowOf(await shop.ann.post(`${shop.api}/invoices/${note.id}/issue`))
  expect(rowOf(await customer.get(addressOf(await makeLink(note.id))))).toMatchObject({
    paper: { kind: 'credit-note', corrects: { number: issued['number'] }, balance: null, payments: [] },
  })
})

test('the links of documents end with those of the order, and “Withdraw all links” withdraws them', async () => {
  const id = await draft()
  rowOf(await shop.ann.post(`${shop.api}/invoices/${id}/issue`))
  const withdrawn = await makeLink(id)
  await shop.ann.delete(`${shop.api}/orders/${order.id}/links`)
  const url = await makeLink(id)
  const ofOrder = String(rowOf(await shop.ann.post(`${shop.api}/orders/${order.id}/links`))['url'])
  const expectNotOpen = async (address: string) => expectRefusal(await customer.get(address), 404, invoiceLinkTexts.notOpen)
  await expectNotOpen(addressOf(withdrawn))
  await expectNotOpen(addressOf(ofOrder))
  await expectNotOpen(`/api/public/invoices/${'a'.repeat(43)}`)
  await shop.ann.put(`${shop.api}/orders/${order.id}`, { orderStatusId: orderStatusIdByName['Picked up'] })
  expect((await customer.get(addressOf(url))).status).toBe(200)
  shop.clock.advance(90 * 86_400_000)
  await expectNotOpen(addressOf(url))
})

test('a document that is issued long after the end of its order has a link that is open for 90 days', async () => {
  await shop.ann.put(`${shop.api}/orders/${order.id}`, { orderStatusId: orderStatusIdByName['Picked up'] })
  shop.clock.advance(200 * 86_400_000)
  await shop.ann.signIn('ann')
  const id = await draft()
  rowOf(await shop.ann.post(`${shop.api}/invoices/${id}/issue`))
  const url = await makeLink(id)
  await tidy(shop.server.services, { isSteady: () => true })
  expect((await customer.get(addressOf(url))).status).toBe(200)
  shop.clock.advance(90 * 86_400_000)
  expectRefusal(await customer.get(addressOf(url)), 404, invoiceLinkTexts.notOpen)
})

test('a message sends an issued document of its order, and keeps its link (INV-04)', async () => {
  const id = await draft()
  const write = (values: object) =>
    shop.ann.post(`${shop.api}/messages`, {
      orderId: order.id,
      invoiceId: id,
      channel: 'email',
      to: 'ann@example.com',
      subject: 'Yours',
      text: 'Here: {link}',
      ...values,
    })
  expectRefusal(await write({}), 400, invoiceLinkTexts.issueFirst, ['invoiceId'])
  rowOf(await shop.ann.post(`${shop.api}/invoices/${id}/issue`))
  expectRefusal(await write({ text: 'Here' }), 400, messageTexts.invoiceLinkNeeded, ['text'])
  expectRefusal(await write({ orderId: (await shop.createOrder()).id }), 400, messageTexts.otherInvoice, ['invoiceId'])
  expect(rowOf(await write({}))).toMatchObject({ invoiceId: id, state: 'waiting' })
  const url = await makeMessageLink(shop.server.services, { shopId: shop.shopId, orderId: order.id, estimateId: null, invoiceId: id }, 'https://shop.example')
  expect(url).toMatch(/^https:\/\/shop\.example\/north\/i\/[\w-]{43}$/)
  expect(rowOf(await customer.get(addressOf(url)))).toMatchObject({ paper: { total: 89 } })
})
