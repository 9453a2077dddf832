import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { refundTexts } from '#schema/rules/money/refunds.ts'
import { invoiceTexts } from '#schema/rules/invoices/invoice-states.ts'
import { endBuyers } from '../../store/retention/end-buyers.ts'
import { expectRefusal, openTestShop, rowOf, rowsOf, type Row } from '../../testing/test-shop.ts'

const profile = {
  taxMode: 'exclusive',
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  street: 'Hauptstr. 1',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  taxId: 'DE123456789',
}

const shop = await openTestShop()
rowOf(await shop.max.put(`${shop.api}/profile`, profile))
rowOf(await shop.max.post(`${shop.api}/tax-rates`, { name: 'VAT', percent: 19, isDefault: true }))
const reduced = rowOf(await shop.max.post(`${shop.api}/tax-rates`, { name: 'Reduced', percent: 7, category: 'reduced' }))
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

const addLine = async (orderId: string, values: object): Promise<Row> =>
  rowOf(await shop.ann.post(`${shop.api}/order-lines`, { orderId, description: 'Screen', quantity: 1, ...values }))
const draft = async (orderId: string, values: object = {}): Promise<Row> =>
  rowOf(await shop.ann.post(`${shop.api}/invoices`, { kind: 'invoice', orderId, ...values }))
const issue = (id: string) => shop.ann.post(`${shop.api}/invoices/${id}/issue`)
const invoiceOf = async (orderId: string): Promise<Row> => rowOf(await issue((await draft(orderId)).id))
const creditOf = (invoice: Row, values: object = {}) =>
  draft(String(invoice['orderId']), { kind: 'credit-note', correctsId: invoice.id, ...values }).then(({ id }) => issue(id))
const push = async (op: object) =>
  rowOf(
    await shop.max.post('/api/sync/push', {
      deviceId: 'tablet',
      deviceTime: shop.clock.now().toISOString(),
      mutations: [{ id: crypto.randomUUID(), shopId: shop.shopId, at: shop.clock.now().toISOString(), ops: [op] }],
    }),
  )['results'] as { outcome: string; error?: { code: string; message: string } }[]

describe('an invoice (INV-01)', () => {
  test('is issued once, with seller, buyer, lines and sums as they are then', async () => {
    const customer = await shop.createCustomer({
      name: 'Ann Lee',
      company: 'Lee & Co',
      street: 'Ring 2',
      city: 'Bonn',
      country: 'DE',
      email: 'ann@example.com',
    })
    const { id: orderId } = await shop.createOrder({ customerId: customer.id, quotedCost: '100' })
    const { id: lineId } = await addLine(orderId, { kind: 'part', unitPrice: 9.99, quantity: 3, taxRateId: reduced.id })
    await addLine(orderId, { included: true, unitPrice: 5 })
    await addLine(orderId, { kind: 'discount', description: 'Regular customer', unitPrice: 10 })
    const made = await draft(orderId, { number: 'X-1', state: 'issued', total: 5, lines: [], dueAt: '2026-04-01T00:00:00+02:00' })
    expect(made).toMatchObject({ state: 'draft', number: null, total: 0, seller: null, buyer: null, lines: [], dueAt: '2026-03-31T22:00:00.000Z' })

    const issued = rowOf(await issue(made.id))
    const year = shop.clock.now().getUTCFullYear()
    expect(issued).toMatchObject({ state: 'issued', number: `${year}-0001`, issuedAt: shop.clock.now().toISOString(), customerId: customer.id })
    expect(issued['seller']).toMatchObject({ street: 'Hauptstr. 1', taxId: 'DE123456789', currency: 'EUR', taxMode: 'exclusive' })
    expect(issued['buyer']).toMatchObject({ name: 'Ann Lee', company: 'Lee & Co', street: 'Ring 2', email: 'ann@example.com', taxId: null })
    const vat = { taxName: 'VAT', percent: 19, category: 'standard' }
    expect(issued['lines']).toEqual([
      { id: '1', lineId: null, kind: 'quote', description: 'Repair as quoted', quantity: 1, unitPrice: 100, net: 100, tax: 19, total: 119, ...vat },
      {
        id: '2',
        lineId,
        kind: 'part',
        description: 'Screen',
        quantity: 3,
        unitPrice: 9.99,
        net: 29.97,
        tax: 2.1,
        total: 32.07,
        taxName: 'Reduced',
        percent: 7,
        category: 'reduced',
      },
      expect.objectContaining({ id: '3', kind: 'discount', quantity: 1, unitPrice: -10, net: -10, tax: -1.9, total: -11.9, ...vat }),
    ])
    expect(issued['taxes']).toEqual([
      { name: 'VAT', percent: 19, category: 'standard', base: 90, tax: 17.1 },
      { name: 'Reduced', percent: 7, category: 'reduced', base: 29.97, tax: 2.1 },
    ])
    expect(issued).toMatchObject({ net: 119.97, tax: 19.2, total: 139.17 })

    rowOf(await shop.ann.put(`${shop.api}/customers/${customer.id}`, { name: 'Ann Other' }))
    await addLine(orderId, { unitPrice: 50 })
    expect(rowOf(await issue(made.id))).toEqual(issued)
    expect(rowsOf(await shop.ann.get(`${shop.api}/invoices?orderId=${orderId}`))).toEqual([issued])
    const [activity] = rowsOf(await shop.max.get(`${shop.api}/activities?search=issued`))
    expect(String(activity?.['auditText'])).toMatch(/^Invoice '\d{4}-0001' for order '.*' of Ann Lee issued$/)
  })

  test('needs a kind and an order, and something charged that is not below 0', async () => {
    const { id: orderId } = await shop.createOrder()
    expectRefusal(await shop.ann.post(`${shop.api}/invoices`, { orderId }), 400, 'Kind is required', ['kind'])
    expectRefusal(await shop.ann.post(`${shop.api}/invoices`, { kind: 'invoice' }), 400, 'Order ID is required', ['orderId'])
    expectRefusal(await shop.ann.post(`${shop.api}/invoices`, { kind: 'bill', orderId }), 400, 'Kind must be one of invoice, credit-note', ['kind'])
    const { id } = await draft(orderId)
    expectRefusal(await issue(id), 409, invoiceTexts.nothingCharged)
    await addLine(orderId, { unitPrice: -5, kind: 'other' })
    expectRefusal(await issue(id), 409, invoiceTexts.belowZero)
    expectRefusal(await issue(crypto.randomUUID()), 404, 'Not found.')
  })

  test('never changes or goes once it is issued, by REST, push or with its order (INV-02)', async () => {
    const { id: orderId } = await shop.createOrder({ quotedCost: '20' })
    const invoice = await invoiceOf(orderId)
    const { id } = invoice
    for (const change of [
      { note: 'Thanks' },
      { total: 1 },
      { number: '7' },
      { lines: [] },
      { state: 'draft' },
      { seller: null },
      { kind: 'credit-note' },
      { dueAt: '2026-05-01T00:00:00Z' },
    ])
      expectRefusal(await shop.max.put(`${shop.api}/invoices/${id}`, change), 409, invoiceTexts.issuedStays, Object.keys(change))
    expect(rowOf(await shop.max.put(`${shop.api}/invoices/${id}`, invoice))).toEqual(invoice)
    expectRefusal(await shop.max.delete(`${shop.api}/invoices/${id}`), 409, invoiceTexts.issuedIsKept)
    expectRefusal(await shop.max.delete(`${shop.api}/orders/${orderId}`), 409, `${String(invoice['number'])} was issued for this order, so the order stays.`)
    const ops = [
      { action: 'update', collection: 'invoices', id, changes: { note: { from: null, to: 'x' } } },
      { action: 'update', collection: 'invoices', id, changes: { total: { from: 20, to: 1 } } },
      { action: 'delete', collection: 'invoices', id },
      { action: 'delete', collection: 'orders', id: orderId },
    ]
    for (const op of ops) expect(await push(op)).toMatchObject([{ outcome: 'rejected', error: { code: 'CONFLICT' } }])
    expect(rowOf(await shop.ann.get(`${shop.api}/invoices/${id}`))).toEqual(invoice)
  })

  test('is a draft until then, which may change and go', async () => {
    const { id: orderId } = await shop.createOrder({ quotedCost: '20' })
    const { id } = await draft(orderId)
    expect(rowOf(await shop.ann.put(`${shop.api}/invoices/${id}`, { note: 'Thanks', lines: [], total: 9 }))).toMatchObject({ note: 'Thanks', total: 0 })
    expectRefusal(
      await shop.ann.put(`${shop.api}/invoices/${id}`, { kind: 'credit-note' }),
      400,
      'An invoice and a credit note are two documents. Make another one.',
      ['kind'],
    )
    rowOf(await shop.ann.delete(`${shop.api}/invoices/${id}`))
    expectRefusal(await issue(id), 404, 'Not found.')
  })
})

describe('a credit note (INV-02)', () => {
  test('takes back a whole invoice, once, with positive sums and a number of its own', async () => {
    const { id: orderId } = await shop.createOrder({ quotedCost: '33.33' })
    const invoice = await invoiceOf(orderId)
    const note = rowOf(await creditOf(invoice))
    expect(note).toMatchObject({ kind: 'credit-note', correctsId: invoice.id, lines: invoice['lines'], taxes: invoice['taxes'], total: invoice['total'] })
    expect(note['number']).toMatch(/^CN-\d{4}-0001$/)
    expectRefusal(await creditOf(invoice), 409, `All of invoice ${String(invoice['number'])} is credited already.`, ['lines'])
  })

  test('takes back lines or parts of them, and together never more than the invoice, to the cent', async () => {
    const { id: orderId } = await shop.createOrder()
    await addLine(orderId, { unitPrice: 0.33, quantity: 3 })
    await addLine(orderId, { unitPrice: 10, description: 'Glass' })
    const invoice = await invoiceOf(orderId)
    const [screws, glass] = invoice['lines'] as Record<string, unknown>[]
    expect(invoice).toMatchObject({ net: 10.99, tax: 2.09, total: 13.08 })
    for (let piece = 0; piece < 3; piece++)
      expect(rowOf(await creditOf(invoice, { lines: [{ ...screws, quantity: 1 }] }))).toMatchObject({ net: 0.33, total: 0.39 })
    expectRefusal(await creditOf(invoice, { lines: [screws] }), 409, 'Nothing of “Screen” is left to credit.', ['lines'])
    expectRefusal(await creditOf(invoice), 409, `Only €11.91 of invoice ${String(invoice['number'])} is left to credit.`)
    expect(rowOf(await creditOf(invoice, { lines: [glass] }))).toMatchObject({ net: 10, tax: 1.91, total: 11.91 })
    expectRefusal(await creditOf(invoice, { lines: [glass] }), 409, 'Nothing of “Glass” is left to credit.')
  })

  test('goes to whom its invoice went, whoever is the customer of the order since, also where the first was deleted', async () => {
    const [first, other] = [await shop.createCustomer({ name: 'Ida Lang', street: '3 Quay' }), await shop.createCustomer({ name: 'Ola Berg' })]
    const order = await shop.createOrder({ customerId: first.id, quotedCost: '30' })
    const ofOrder = await invoiceOf(order.id)
    rowOf(await shop.ann.put(`${shop.api}/orders/${order.id}`, { customerId: other.id }))
    expect(rowOf(await creditOf(ofOrder))).toMatchObject({ customerId: first.id, buyer: ofOrder['buyer'] })

    const sale = rowOf(await shop.ann.post(`${shop.api}/orders`, { kind: 'sale', customerId: first.id, quotedCost: '8' }))
    const ofSale = await invoiceOf(sale.id)
    rowOf(await shop.ann.put(`${shop.api}/orders/${sale.id}`, { customerId: null }))
    rowOf(await shop.max.delete(`${shop.api}/customers/${first.id}`))
    expect(rowOf(await creditOf(ofSale))).toMatchObject({ customerId: first.id, buyer: ofSale['buyer'] })
  })

  test('names an issued invoice of its order, and its lines', async () => {
    const [one, other] = [await shop.createOrder({ quotedCost: '5' }), await shop.createOrder({ quotedCost: '5' })]
    const invoice = await invoiceOf(one.id)
    const refused = (values: object) => shop.ann.post(`${shop.api}/invoices`, { kind: 'credit-note', orderId: one.id, ...values })
    expectRefusal(await refused({}), 400, invoiceTexts.correctsNeeded, ['correctsId'])
    expectRefusal(await refused({ orderId: other.id, correctsId: invoice.id }), 400, invoiceTexts.otherOrder, ['correctsId'])
    expectRefusal(await refused({ correctsId: (await draft(one.id)).id }), 400, invoiceTexts.correctsIssued, ['correctsId'])
    expectRefusal(await refused({ kind: 'invoice', correctsId: invoice.id }), 400, invoiceTexts.onlyNotesCorrect, ['correctsId'])
    const [line] = invoice['lines'] as Record<string, unknown>[]
    expectRefusal(await creditOf(invoice, { lines: [{ ...line, id: '9' }] }), 400, `Line 9 is not on invoice ${String(invoice['number'])}.`, ['lines'])
    expectRefusal(await creditOf(invoice, { lines: [line, line] }), 400, 'Line 1 stands here twice.', ['lines'])
    expectRefusal(await creditOf(invoice, { lines: [{ ...line, unitPrice: 0 }] }), 409, invoiceTexts.nothingToCredit, ['lines'])
  })
})

describe('payments made before the issue of an invoice (PAY-02)', () => {
  test('are refunded, neither edited nor deleted', async () => {
    const { id: orderId } = await shop.createOrder({ quotedCost: '50' })
    const pay = async (values: object): Promise<Row> => rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId, ...values }))
    const [deposit, refund] = [await pay({ paymentAmount: 20 }), await pay({ paymentAmount: 5, kind: 'refund' })]
    shop.clock.advance(1000)
    await invoiceOf(orderId)
    shop.clock.advance(1000)
    const later = await pay({ paymentAmount: 30 })
    for (const [{ id }, message] of [
      [deposit, refundTexts.invoiced],
      [refund, refundTexts.refundInvoiced],
    ] as const) {
      expectRefusal(await shop.ann.put(`${shop.api}/payments/${id}`, { paymentAmount: 1 }), 409, message)
      expectRefusal(await shop.ann.delete(`${shop.api}/payments/${id}`), 409, message)
      expect(await push({ action: 'delete', collection: 'payments', id })).toMatchObject([{ outcome: 'rejected', error: { code: 'CONFLICT', message } }])
    }
    expect(rowOf(await shop.ann.put(`${shop.api}/payments/${later.id}`, { paymentAmount: 31 }))).toMatchObject({ paymentAmount: 31 })
    await pay({ paymentAmount: 20, kind: 'refund', refundOf: deposit.id })
    rowOf(await shop.ann.delete(`${shop.api}/payments/${later.id}`))
  })
})

describe('the journal (INV-06)', () => {
  test('has a row for each document, tax and payment of the days, adds up, and is the same when it is asked again', async () => {
    shop.clock.advance(24 * 60 * 60 * 1000)
    const day = shop.clock.now().toISOString().slice(0, 10)
    const customer = await shop.createCustomer({ name: 'Bo Ek', company: 'Ek, "North"' })
    const { id: orderId, ticket } = await shop.createOrder({ customerId: customer.id, quotedCost: '100' })
    await addLine(orderId, { unitPrice: 10, taxRateId: reduced.id })
    const { ann, max } = shop
    const paid = rowOf(await ann.post(`${shop.api}/payments`, { orderId, paymentAmount: 129.7, method: 'card' }))
    shop.clock.advance(1000)
    const invoice = await invoiceOf(orderId)
    shop.clock.advance(1000)
    const [, glass] = invoice['lines'] as Record<string, unknown>[]
    const note = rowOf(await creditOf(invoice, { lines: [glass] }))
    shop.clock.advance(1000)
    const back = rowOf(await ann.post(`${shop.api}/payments`, { orderId, paymentAmount: 10.7, kind: 'refund', refundOf: paid.id }))
    const read = () => max.get(`${shop.api}/journal?from=${day}&to=${day}&format=csv`)
    const { status, text, headers } = await read()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const about = (number: unknown) => `${day},${String(number)},${String(ticket)},"Ek, ""North"""`
    expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
      'id,kind,date,number,ticket,customer,net,taxName,percent,tax,gross,method',
      `${paid.id},payment,${about('')},,,,,129.70,card`,
      `${invoice.id},invoice,${about(invoice['number'])},110.00,,,19.70,129.70,`,
      `${invoice.id}/1,tax,${about(invoice['number'])},100.00,VAT,19,19.00,119.00,`,
      `${invoice.id}/2,tax,${about(invoice['number'])},10.00,Reduced,7,0.70,10.70,`,
      `${note.id},credit-note,${about(note['number'])},-10.00,,,-0.70,-10.70,`,
      `${note.id}/1,tax,${about(note['number'])},-10.00,Reduced,7,-0.70,-10.70,`,
      `${back.id},refund,${about('')},,,,,-10.70,`,
      '',
    ])
    expect((await read()).text).toBe(text)
    expect((await max.get(`${shop.api}/journal?to=2026-01-01`)).text.split('\r\n')).toHaveLength(2)
    expectRefusal(await max.get(`${shop.api}/journal?from=2026-03-02&to=2026-03-01`), 400, 'from must not be after to', ['from'])
    expectRefusal(await max.get(`${shop.api}/journal?format=xml`), 400, 'Format must be csv', ['format'])
  })
})

test('payments stand under the name on their invoice in the journal, also where the customer was renamed since', async () => {
  shop.clock.advance(24 * 60 * 60 * 1000)
  const day = shop.clock.now().toISOString().slice(0, 10)
  const { ann, max, api } = shop
  const customer = await shop.createCustomer({ name: 'Mia Old' })
  const { id: orderId } = await shop.createOrder({ customerId: customer.id, quotedCost: '100' })
  const { id: uninvoiced } = await shop.createOrder({ customerId: customer.id, quotedCost: '5' })
  const pay = async (order: string, paymentAmount: number) => rowOf(await ann.post(`${api}/payments`, { orderId: order, paymentAmount })).id
  const rename = (name: string) => ann.put(`${api}/customers/${customer.id}`, { name }).then(rowOf)
  const deposit = await pay(orderId, 30)
  shop.clock.advance(1000)
  const first = await invoiceOf(orderId)
  shop.clock.advance(1000)
  const rest = await pay(orderId, 70)
  await rename('Mia New')
  rowOf(await creditOf(first))
  shop.clock.advance(1000)
  const second = await invoiceOf(orderId)
  shop.clock.advance(1000)
  const [late, other] = [await pay(orderId, 1), await pay(uninvoiced, 5)]
  await rename('Mia Newest')
  const { text } = await max.get(`${api}/journal?from=${day}&to=${day}`)
  const customerById = new Map(text.split('\r\n').map((line) => [line.split(',')[0], line.split(',')[5]]))
  expect([deposit, first.id, rest].map((id) => customerById.get(id))).toEqual(['Mia Old', 'Mia Old', 'Mia Old'])
  expect([second.id, late].map((id) => customerById.get(id))).toEqual(['Mia New', 'Mia New'])
  expect(customerById.get(other)).toBe('Mia Newest')
})

describe('erasing a customer (INV-02)', () => {
  test('leaves name and address on issued documents for the years of the shop, and takes them out after that', async () => {
    const customer = await shop.createCustomer({ name: 'Zoe Quill', street: '7 Elm Lane', email: 'zoe@example.com' })
    const { id: orderId } = await shop.createOrder({ customerId: customer.id })
    await addLine(orderId, { unitPrice: 10, description: 'Screen for Zoe Quill' })
    const invoice = await draft(orderId, { note: 'Thank you, Zoe Quill' }).then(async ({ id }) => rowOf(await issue(id)))
    const unsent = await draft(orderId, { note: 'For Zoe Quill' })
    shop.clock.advance(1000)
    rowOf(await shop.max.post(`${shop.api}/customers/${customer.id}/erase`, { name: 'Zoe Quill' }))
    const read = async (id: string): Promise<Row> => rowOf(await shop.ann.get(`${shop.api}/invoices/${id}`))
    expect(await read(invoice.id)).toEqual(invoice)
    expect(await read(unsent.id)).toMatchObject({ note: 'For Erased customer' })

    const yearMs = 365.25 * 24 * 60 * 60 * 1000
    const after = (years: number) => ({ ...shop.server.services, clock: () => new Date(shop.clock.now().getTime() + years * yearMs) })
    expect(await endBuyers(after(9.9), shop.shopId)).toMatchObject({ ended: 0 })
    expect(await endBuyers(after(10.1), shop.shopId)).toMatchObject({ ended: 1 })
    expect(await endBuyers(after(10.1), shop.shopId)).toMatchObject({ ended: 0 })
    const ended = await read(invoice.id)
    expect(JSON.stringify(ended)).not.toMatch(/Quill|Elm|zoe@/)
    expect(ended).toMatchObject({
      number: invoice['number'],
      total: invoice['total'],
      buyer: { name: 'Erased customer', street: null },
      note: 'Thank you, Erased customer',
    })
  })

  test('takes them out at once where the years are over', async () => {
    rowOf(await shop.max.put(`${shop.api}/profile`, { keepInvoicesYears: 1 }))
    const customer = await shop.createCustomer({ name: 'Yan Moor' })
    const invoice = await invoiceOf((await shop.createOrder({ customerId: customer.id, quotedCost: '10' })).id)
    shop.clock.advance(366 * 24 * 60 * 60 * 1000)
    const max = await shop.server.client().signIn('max')
    rowOf(await max.post(`${shop.api}/customers/${customer.id}/erase`, { name: 'Yan Moor' }))
    expect(rowOf(await max.get(`${shop.api}/invoices/${invoice.id}`))).toMatchObject({ buyer: { name: 'Erased customer' }, state: 'issued' })
  })
})
