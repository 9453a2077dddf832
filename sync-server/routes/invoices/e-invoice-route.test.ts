import { afterAll, expect, test } from 'vitest'
import { checkAmounts, findText, readAmounts, readXml } from '../../commands/invoices/e-invoice/test-xml.ts'
import { expectRefusal, openTestShop, rowOf, type Row } from '../../testing/test-shop.ts'

const shop = await openTestShop()
rowOf(await shop.max.put(`${shop.api}/profile`, { taxMode: 'inclusive', currency: 'EUR', timeZone: 'Europe/Berlin', street: 'Hauptstr. 5' }))
rowOf(await shop.max.post(`${shop.api}/tax-rates`, { name: 'USt.', percent: 19, isDefault: true }))
afterAll(() => shop.close())

const address = { street: 'Hauptstr. 5', postalCode: '10115', city: 'Berlin', country: 'DE' }

async function addOrder(customer: object): Promise<Row> {
  const { id: customerId } = await shop.createCustomer(customer)
  const order = await shop.createOrder({ customerId })
  rowOf(await shop.ann.post(`${shop.api}/order-lines`, { orderId: order.id, kind: 'part', description: 'Screen', quantity: 3, unitPrice: 33.33 }))
  return order
}

const addDraft = async (values: object): Promise<Row> => rowOf(await shop.ann.post(`${shop.api}/invoices`, values))
const issue = async (values: object): Promise<Row> => rowOf(await shop.ann.post(`${shop.api}/invoices/${(await addDraft(values)).id}/issue`))
const ask = (id: string, query = '') => shop.ann.get(`${shop.api}/invoices/${id}/xml${query}`)

test('INV-05 a draft has no e-invoice, and what an issued one lacks is named, one sentence each', async () => {
  const order = await addOrder({ ...address, city: null })
  expectRefusal(await ask((await addDraft({ kind: 'invoice', orderId: order.id })).id), 409, 'This is a draft. Issue it first.', undefined)
  const sentences = [
    "The seller's postal code is missing.",
    "The seller's city is missing.",
    "The seller's country is missing.",
    "The seller's tax ID is missing.",
  ]
  const answer = await ask((await issue({ kind: 'invoice', orderId: order.id })).id)
  const paths = ['seller.postalCode', 'seller.city', 'seller.country', 'seller.taxId', 'buyer.city']
  expectRefusal(answer, 409, [...sentences, "The buyer's city is missing."].join(' '), paths)
})

test('INV-05 an issued invoice and its credit note are XML in both formats, with what was paid', async () => {
  rowOf(await shop.max.put(`${shop.api}/profile`, { ...address, taxId: 'DE123456789', iban: 'DE89370400440532013000' }))
  const order = await addOrder({ ...address, email: 'carla@example.com' })
  rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId: order.id, paymentAmount: 20, method: 'cash' }))
  const invoice = await issue({ kind: 'invoice', orderId: order.id })
  const credit = await issue({ kind: 'credit-note', orderId: order.id, correctsId: invoice.id })
  for (const format of ['ubl', 'cii'] as const) {
    const answer = await ask(invoice.id, `?format=${format}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const amounts = readAmounts(answer.text, format)
    checkAmounts(amounts, { isInclusive: true })
    expect(amounts.sums).toMatchObject({ net: 8403, tax: 1596, total: 9999, paid: 2000, payable: 7999 })
    const { text } = await ask(credit.id, `?format=${format}`)
    expect(readAmounts(text, format).sums).toMatchObject({ net: 8403, total: 9999, paid: 0, payable: 9999 })
    expect(text).toContain(String(invoice['number']))
  }
  const root = readXml((await ask(invoice.id)).text)
  expect(findText(root, 'ID')).toBe(invoice['number'])
  expect(findText(root, 'AccountingCustomerParty/Party/EndpointID')).toBe('carla@example.com')
  expect(findText(root, 'PaymentMeans/PayeeFinancialAccount/ID')).toBe('DE89370400440532013000')
  expectRefusal(await ask(invoice.id, '?format=pdf'), 400, 'Format must be ubl or cii')
})
