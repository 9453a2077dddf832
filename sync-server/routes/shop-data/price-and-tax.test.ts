import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lineTexts } from '#schema/values/order-lines/line-issues.ts'
import { taxRateTexts } from '#schema/rules/taxes/tax-rate-issues.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { expectRefusal, openTestShop, rowOf, rowsOf, type Row } from '../../testing/test-shop.ts'

const setMode = async (taxMode: string, currency = 'USD') => rowOf(await shop.max.put(`${shop.api}/profile`, { taxMode, currency }))
const addRate = async (values: object): Promise<Row> => rowOf(await shop.max.post(`${shop.api}/tax-rates`, values))
const addLine = (orderId: string, values: object) => shop.ann.post(`${shop.api}/order-lines`, { orderId, description: 'Screen', quantity: 1, ...values })
const balanceOf = async (orderId: string): Promise<Record<string, unknown>> => rowOf(await shop.ann.get(`${shop.api}/orders/${orderId}/balance`))
const readOrder = async (id: string): Promise<Row> => rowOf(await shop.ann.get(`${shop.api}/orders/${id}`))

const shop = await openTestShop()
await addRate({ name: 'VAT', percent: 19, isDefault: true })
const reduced = await addRate({ name: 'Reduced', percent: '7.0000', category: 'reduced' })
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.advance(1000)
  await setMode('none')
})

describe('tax rates', () => {
  test('are listed by name, for members, and named or archived by who may change the shop', async () => {
    expect(rowsOf(await shop.ann.get(`${shop.api}/tax-rates`)).slice(0, 2)).toMatchObject([
      { name: 'Reduced', percent: 7, category: 'reduced', isDefault: false, isDefaultForLabour: false, archived: false, parts: [] },
      { name: 'VAT', percent: 19, category: 'standard', isDefault: true },
    ])
    const old = await addRate({ name: 'Old', percent: 16 })
    expect(rowOf(await shop.max.put(`${shop.api}/tax-rates/${old.id}`, { ...old, name: 'Until 2025', archived: true }))).toMatchObject({
      name: 'Until 2025',
      archived: true,
    })
    expect((await shop.ann.put(`${shop.api}/tax-rates/${old.id}`, { name: 'Mine' })).status).toBe(403)
    expect((await shop.max.delete(`${shop.api}/tax-rates/${old.id}`)).status).toBe(405)
  })

  test('keep their percent and its parts', async () => {
    const parts = [
      { name: 'State', percent: 4 },
      { name: 'City', percent: 4.875 },
    ]
    const sales = await addRate({ name: 'Sales', percent: 8.875, parts })
    expect(sales['parts']).toEqual(parts)
    expectRefusal(await shop.max.put(`${shop.api}/tax-rates/${sales.id}`, { percent: 9 }), 409, taxRateTexts.percentStays, ['percent'])
    expectRefusal(await shop.max.put(`${shop.api}/tax-rates/${sales.id}`, { parts: [] }), 409, taxRateTexts.percentStays, ['parts'])
    expectRefusal(await shop.max.post(`${shop.api}/tax-rates`, { name: 'Sales', percent: 9, parts }), 400, taxRateTexts.partsAddUp, ['parts'])
  })

  test.each([
    [{ percent: 1 }, 'Name is required'],
    [{ name: 'VAT' }, 'Percent is required'],
    [{ name: 'VAT', percent: 100.1 }, 'Percent must be 0 to 100 with at most four decimals'],
    [{ name: 'VAT', percent: 1.00001 }, 'Percent must be 0 to 100 with at most four decimals'],
    [{ name: 'VAT', percent: 19, category: 'reverse' }, taxRateTexts.noTax],
  ])('are refused: %o', async (values, message) => {
    expectRefusal(await shop.max.post(`${shop.api}/tax-rates`, values), 400, message)
  })
})

describe('lines', () => {
  test.each([
    [{ unitPrice: -1, kind: 'part' }, lineTexts.negative],
    [{ unitPrice: -1, kind: 'discount' }, lineTexts.negative],
    [{ unitPrice: 1, kind: 'discount', quantity: 2 }, lineTexts.onePiece],
    [{ unitPrice: 1, kind: 'discount', percent: 5 }, lineTexts.oneWay],
    [{ unitPrice: 1, percent: 5 }, lineTexts.onlyDiscounts],
    [{ unitPrice: 0, kind: 'discount', percent: 101 }, 'Percent must be 0 to 100 with at most four decimals'],
  ])('are refused: %o', async (values, message) => {
    expectRefusal(await addLine((await shop.createOrder()).id, values), 400, message)
  })
})

describe('the balance of an order', () => {
  test('is its quote, what is on top of it and what goes off, with tax by rate', async () => {
    const { id } = await shop.createOrder({ quotedCost: '240' })
    rowOf(await addLine(id, { unitPrice: 9.9, taxRateId: reduced.id }))
    rowOf(await addLine(id, { unitPrice: 50, included: true }))
    rowOf(await addLine(id, { kind: 'discount', description: 'Regular customer', unitPrice: 0, percent: 10 }))
    rowOf(await addLine(id, { kind: 'other', description: 'Returned core', unitPrice: -5 }))
    expect(await balanceOf(id)).toEqual({ total: 219.91, net: 219.91, tax: 0, taxes: [], paid: 0, balance: 219.91 })
    await setMode('exclusive')
    const taxes = [
      { name: 'VAT', percent: 19, base: 210.01, tax: 39.9 },
      { name: 'Reduced', percent: 7, base: 9.9, tax: 0.69 },
    ]
    expect(await balanceOf(id)).toEqual({ total: 260.5, net: 219.91, tax: 40.59, taxes, paid: 0, balance: 260.5 })
    await setMode('inclusive')
    expect(await balanceOf(id)).toMatchObject({ total: 219.91, net: 185.73, tax: 34.18 })
  })

  test('has the rate of the product where a line has none', async () => {
    await setMode('exclusive')
    const category = rowOf(await shop.ann.post(`${shop.api}/categories`, { name: 'Books' }))
    const product = rowOf(await shop.ann.post(`${shop.api}/products`, { name: 'Book', categoryHierarchyId: category.id, taxRateId: reduced.id }))
    const { id } = await shop.createOrder()
    rowOf(await addLine(id, { unitPrice: 100, productId: product.id }))
    expect(await balanceOf(id)).toMatchObject({ total: 107, taxes: [{ name: 'Reduced' }] })
    rowOf(await shop.ann.put(`${shop.api}/products/${product.id}`, { taxRateId: '' }))
    expect(await balanceOf(id)).toMatchObject({ total: 119, taxes: [{ name: 'VAT' }] })
  })

  test('has no tax while its customer is exempt, chosen late or merged', async () => {
    await setMode('exclusive')
    const { id, customerId } = await shop.createOrder({ quotedCost: '100' })
    const charity = await shop.createCustomer({ taxExempt: true, taxExemptReason: 'Charity' })
    rowOf(await shop.ann.put(`${shop.api}/orders/${id}`, { customerId: charity.id }))
    const exempt = { total: 100, net: 100, tax: 0, taxes: [{ name: 'Exempt', percent: 0, base: 100, tax: 0 }], paid: 0, balance: 100 }
    expect(await balanceOf(id)).toEqual(exempt)
    rowOf(await shop.ann.put(`${shop.api}/customers/${charity.id}`, { taxExempt: false }))
    expect(await balanceOf(id)).toMatchObject({ total: 119 })
    rowOf(await shop.ann.put(`${shop.api}/customers/${charity.id}`, { taxExempt: true }))
    const op = { action: 'delete', collection: 'customers', id: charity.id, into: customerId }
    const mutation = { id: crypto.randomUUID(), shopId: shop.shopId, at: shop.clock.now().toISOString(), ops: [op] }
    rowOf(await shop.max.post('/api/sync/push', { deviceId: 'tablet', deviceTime: shop.clock.now().toISOString(), mutations: [mutation] }))
    expect(rowOf(await shop.ann.get(`${shop.api}/customers/${String(customerId)}`))).toMatchObject({ taxExempt: true, taxExemptReason: 'Charity' })
    expect(await balanceOf(id)).toEqual(exempt)
  })

  test('is in whole yen', async () => {
    await setMode('inclusive', 'JPY')
    const { id } = await shop.createOrder()
    rowOf(await addLine(id, { unitPrice: 333, quantity: 1.5 }))
    expect(await balanceOf(id)).toMatchObject({ total: 500, net: 420, tax: 80 })
  })
})

describe('an amount as the shop writes it (PRICE-05)', () => {
  const setWriting = async (currency: string, locale: string) => rowOf(await shop.max.put(`${shop.api}/profile`, { currency, locale }))
  afterEach(() => setWriting('USD', 'en-US'))

  test.each([
    ['EUR', 'de-DE', '1.189', '1189'],
    ['EUR', 'fr-FR', '1 189,50 €', '1189.5'],
    ['USD', 'en-US', '$1,234.50', '1234.5'],
    ['USD', 'en-US', 'after diagnosis', 'after diagnosis'],
    ['USD', 'en-US', 99.5, '99.5'],
  ])('is the plain number of a quote: %s, %s, %s', async (currency, locale, quotedCost, stored) => {
    await setWriting(currency, locale)
    const { id } = await shop.createOrder({ quotedCost })
    expect(await readOrder(id)).toMatchObject({ quotedCost: stored })
    rowOf(await shop.ann.put(`${shop.api}/orders/${id}`, { quotedCost: 'free' }))
    rowOf(await shop.ann.put(`${shop.api}/orders/${id}`, { quotedCost }))
    expect(await readOrder(id)).toMatchObject({ quotedCost: stored })
  })

  test('has no decimals in a currency without them', async () => {
    await setWriting('JPY', 'ja-JP')
    const { id } = await shop.createOrder({ quotedCost: '￥12,000' })
    expect(await readOrder(id)).toMatchObject({ quotedCost: '12000' })
    const none = 'Yen have no decimals.'
    expectRefusal(await shop.ann.put(`${shop.api}/orders/${id}`, { quotedCost: '12.5' }), 400, none, ['quotedCost'])
    expectRefusal(await addLine(id, { unitPrice: 12.5 }), 400, none, ['unitPrice'])
    expectRefusal(await shop.ann.post(`${shop.api}/payments`, { orderId: id, paymentAmount: 0.5 }), 400, none, ['paymentAmount'])
    const lines = [{ description: 'Screen', quantity: 0.5, unitPrice: 0.5 }]
    expectRefusal(await shop.ann.post(`${shop.api}/estimates`, { orderId: id, lines }), 400, none, ['lines'])
  })
})

describe('a payment', () => {
  test('is after tax where the shop charges taxes, whatever is sent (PAY-03)', async () => {
    const { id: orderId } = await shop.createOrder()
    const pay = async (values: object): Promise<Row> => rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId, paymentAmount: 5, ...values }))
    expect([await pay({}), await pay({ afterTax: true })]).toMatchObject([{ afterTax: false }, { afterTax: true }])
    await setMode('inclusive')
    const taxed = await pay({ afterTax: false })
    expect([taxed, await pay({})]).toMatchObject([{ afterTax: true }, { afterTax: true }])
    expect(rowOf(await shop.ann.put(`${shop.api}/payments/${taxed.id}`, { afterTax: false }))).toMatchObject({ afterTax: true })
  })
})

describe('a quote that is the total of the lines', () => {
  test('is not added to them, until somebody types another one', async () => {
    const { id } = await shop.createOrder({ quotedCost: '9.9', quoteFromLines: true })
    rowOf(await addLine(id, { unitPrice: 9.9 }))
    expect(await balanceOf(id)).toMatchObject({ total: 9.9 })
    rowOf(await shop.ann.put(`${shop.api}/orders/${id}`, { quotedCost: '20', quoteFromLines: true }))
    expect(await balanceOf(id)).toMatchObject({ total: 9.9 })
    rowOf(await shop.ann.put(`${shop.api}/orders/${id}`, { quotedCost: '240' }))
    expect(await readOrder(id)).toMatchObject({ quoteFromLines: false })
    expect(await balanceOf(id)).toMatchObject({ total: 249.9 })
  })

  test('does not come with a quote that a later one replaced before it arrived', async () => {
    const { id } = await shop.createOrder({ quotedCost: '5' })
    const early = shop.clock.now().toISOString()
    shop.clock.advance(5 * 60_000)
    rowOf(await shop.ann.put(`${shop.api}/orders/${id}`, { quotedCost: '240' }))
    const changes = { quotedCost: { from: '5', to: '9.9' }, quoteFromLines: { from: false, to: true } }
    const mutation = { id: crypto.randomUUID(), shopId: shop.shopId, at: early, ops: [{ action: 'update', collection: 'orders', id, changes }] }
    rowOf(await shop.ann.post('/api/sync/push', { deviceId: 'tablet', deviceTime: shop.clock.now().toISOString(), mutations: [mutation] }))
    expect(await readOrder(id)).toMatchObject({ quotedCost: '240', quoteFromLines: false })
  })
})

describe('an approved estimate', () => {
  const approve = async (orderId: string, lines: readonly object[]): Promise<Row> => {
    const { id } = rowOf(await shop.ann.post(`${shop.api}/estimates`, { orderId, lines }))
    return rowOf(await shop.ann.put(`${shop.api}/estimates/${id}`, { state: 'approved', decidedName: 'Carla' }))
  }
  const readLines = async (orderId: string) => rowsOf(await shop.ann.get(`${shop.api}/order-lines?orderId=${orderId}`))

  test('is the price of its order: its lines are charged, others included, and the order goes on', async () => {
    await setMode('exclusive')
    const { id } = await shop.createOrder({ quotedCost: 'after diagnosis', orderStatusId: orderStatusIdByName['Waiting For Approval'] })
    const kept = rowOf(await addLine(id, { unitPrice: 80, kind: 'part' }))
    const other = rowOf(await addLine(id, { unitPrice: 20, kind: 'labour', description: 'Cleaning' }))
    const { lines: _lines, ...estimate } = await approve(id, [
      { kind: 'part', description: 'Screen, original', quantity: 1, unitPrice: 99.9, lineId: kept.id },
      { kind: 'labour', description: 'Repair', quantity: 0.5, unitPrice: 40, taxRateId: reduced.id },
      { kind: 'discount', description: 'Regular customer', quantity: 1, unitPrice: 0, percent: 10 },
    ])
    expect(estimate).toMatchObject({ state: 'approved', total: 126.01, net: 107.91, tax: 18.1 })
    expect(await readLines(id)).toMatchObject([
      { id: kept.id, description: 'Screen, original', unitPrice: 99.9, included: false },
      { id: other.id, included: true },
      { description: 'Repair', quantity: 0.5, taxRateId: reduced.id, included: false },
      { kind: 'discount', percent: 10, included: false },
    ])
    expect(await readOrder(id)).toMatchObject({ quotedCost: '126.01', quoteFromLines: true, orderStatusId: orderStatusIdByName['In Progress'] })
    expect(await balanceOf(id)).toMatchObject({ total: 126.01, net: 107.91, tax: 18.1 })
  })

  test('adds all its lines anew where those of the order would count in another order', async () => {
    const { id } = await shop.createOrder()
    const discount = rowOf(await addLine(id, { kind: 'discount', description: 'Off', unitPrice: 0, percent: 50 }))
    await approve(id, [
      { kind: 'part', description: 'Screen', quantity: 1, unitPrice: 100 },
      { kind: 'discount', description: 'Off', quantity: 1, unitPrice: 0, percent: 50, lineId: discount.id },
    ])
    expect(await balanceOf(id)).toMatchObject({ total: 50 })
    expect((await readLines(id)).map(({ included }) => included)).toEqual([true, false, false])
  })

  test('has the rates of its products, as the order that it becomes', async () => {
    await setMode('exclusive')
    const category = rowOf(await shop.ann.post(`${shop.api}/categories`, { name: 'Maps' }))
    const product = rowOf(await shop.ann.post(`${shop.api}/products`, { name: 'Map', categoryHierarchyId: category.id, taxRateId: reduced.id }))
    const { id } = await shop.createOrder()
    const kept = rowOf(await addLine(id, { unitPrice: 50, productId: product.id }))
    const estimate = await approve(id, [
      { description: 'Map', quantity: 2, unitPrice: 50, productId: product.id, lineId: kept.id },
      { description: 'Case', quantity: 1, unitPrice: 10 },
    ])
    expect(estimate).toMatchObject({ total: 118.9, net: 110, tax: 8.9 })
    expect(await balanceOf(id)).toMatchObject({ total: 118.9, net: 110, tax: 8.9 })
    expect((await readLines(id)).map((line) => line.id)).toContain(kept.id)
    expect(await readLines(id)).toHaveLength(2)
  })

  test('keeps the price that was sent, whatever becomes of the rates', async () => {
    await setMode('exclusive')
    const { id } = await shop.createOrder()
    const draft = rowOf(await shop.ann.post(`${shop.api}/estimates`, { orderId: id, lines: [{ description: 'Screen', quantity: 1, unitPrice: 100 }] }))
    rowOf(await shop.ann.post(`${shop.api}/estimates/${draft.id}/send`))
    await setMode('none')
    expect(rowOf(await shop.ann.put(`${shop.api}/estimates/${draft.id}`, { state: 'approved', decidedName: 'Carla' }))).toMatchObject({
      total: 119,
      net: 100,
      tax: 19,
    })
    expect(await readOrder(id)).toMatchObject({ quotedCost: '119' })
  })
})
