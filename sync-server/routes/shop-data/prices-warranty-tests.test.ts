import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ownClaimMessage } from '#schema/rules/orders/warranty.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { expectRefusal, fixed, openTestShop, rowOf, rowsOf, type Row } from '../../testing/test-shop.ts'

const addOrder = (values: object = {}): Promise<Row> => shop.createOrder({ orderStatusId: fixed, ...values })
const addLine = async (orderId: string, values: object = {}): Promise<Row> =>
  rowOf(await shop.ann.post(`${shop.api}/order-lines`, { orderId, description: 'Screen', quantity: 1, unitPrice: 129, ...values }))
const pickUp = async (id: string): Promise<Row> => rowOf(await shop.ann.put(`${shop.api}/orders/${id}`, { orderStatusId: orderStatusIdByName['Picked up'] }))
const untilOf = async (id: string): Promise<unknown> => rowOf(await shop.ann.get(`${shop.api}/orders/${id}`))['warrantyUntil']

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(async () => {
  rowOf(await shop.max.put(`${shop.api}/profile`, { warrantyDays: 90, timeZone: 'UTC' }))
})

const dayIn = (days: number): string => new Date(shop.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

describe('the price list', () => {
  test('PRICES-01: is written by who may change the shop, read by members, and its services are archived, not deleted', async () => {
    const service = rowOf(await shop.max.post(`${shop.api}/services`, { kind: 'phone', brand: 'Apple', model: 'iPhone 12', name: 'Screen', price: '129.00' }))
    expect(service).toMatchObject({ price: 129, minutes: null, warrantyDays: null, productId: null, taxRateId: null, archived: false })
    expect(rowsOf(await shop.ann.get(`${shop.api}/services`))).toMatchObject([{ id: service.id, model: 'iPhone 12' }])
    expect((await shop.ann.put(`${shop.api}/services/${service.id}`, { price: 1 })).status).toBe(403)
    expect(rowOf(await shop.max.put(`${shop.api}/services/${service.id}`, { archived: true }))).toMatchObject({ archived: true })
    expect((await shop.max.delete(`${shop.api}/services/${service.id}`)).status).toBe(405)
    expectRefusal(await shop.max.post(`${shop.api}/services`, { price: 5 }), 400, 'Service name is required', ['name'])
  })
})

describe('the public price list', () => {
  test('PRICES-01: is answered to anybody where the shop wants it, without archived services and staff data, and is not there elsewhere', async () => {
    const path = `/api/public/prices/${shop.shopId}`
    const visitor = shop.server.client()
    await shop.max.post(`${shop.api}/services`, { name: 'Old repair', price: 1, archived: true })
    await shop.max.post(`${shop.api}/services`, { brand: 'Apple', model: 'iPhone 13', name: 'Screen', price: 159, minutes: 60 })
    expect((await visitor.get(path)).status).toBe(404)
    rowOf(await shop.max.put(`${shop.api}/profile`, { publicPrices: true }))
    const shown = rowOf(await visitor.get(path))
    expect(shown['services']).toEqual([{ device: 'Apple iPhone 13', name: 'Screen', price: 159, minutes: 60, warrantyDays: 90 }])
    rowOf(await shop.max.put(`${shop.api}/profile`, { publicPrices: false }))
    expect((await visitor.get(path)).status).toBe(404)
  })
})

describe('the warranty', () => {
  test("WARR-01: begins with the pick-up: a line's days before its service's before the shop's", async () => {
    const service = rowOf(await shop.max.post(`${shop.api}/services`, { name: 'Battery', price: 59, warrantyDays: 365 }))
    const [plain, ofService, ofLine] = [await addOrder(), await addOrder(), await addOrder()]
    await addLine(ofService.id, { serviceId: service.id })
    await addLine(ofLine.id, { serviceId: service.id, warrantyDays: 14 })
    expect(await untilOf(plain.id)).toBeNull()
    expect((await pickUp(plain.id))['warrantyUntil']).toBe(dayIn(90))
    await pickUp(ofService.id)
    await pickUp(ofLine.id)
    const ends = new Map(rowsOf(await shop.ann.get(`${shop.api}/orders`)).map(({ id, warrantyUntil }) => [id, warrantyUntil]))
    expect([plain, ofService, ofLine].map(({ id }) => ends.get(id))).toEqual([dayIn(90), dayIn(365), dayIn(14)])
  })

  test('WARR-01: of a claim ends with that of the first order, and its lines are included unless somebody says otherwise', async () => {
    const first = await addOrder()
    const until = (await pickUp(first.id))['warrantyUntil']
    shop.clock.advance(86_400_000)
    const claim = await addOrder({ claimOf: first.id })
    expect(claim).toMatchObject({ claimOf: first.id, warrantyUntil: until })
    expect(await addLine(claim.id)).toMatchObject({ included: true })
    expect(await addLine(claim.id, { included: false })).toMatchObject({ included: false })
    expect((await pickUp(claim.id))['warrantyUntil']).toBe(until)
    expect((await addOrder({ claimOf: claim.id }))['warrantyUntil']).toBe(until)
    expectRefusal(await shop.ann.put(`${shop.api}/orders/${first.id}`, { claimOf: first.id }), 400, ownClaimMessage, ['claimOf'])
  })
})

describe('test lists', () => {
  test('TESTS-01: are written by who may change the shop; results by members, listed by order', async () => {
    const list = rowOf(await shop.max.post(`${shop.api}/tests`, { name: 'Phone', deviceKind: 'phone', items: ['Camera', 'Microphone'] }))
    expect(list).toMatchObject({ items: ['Camera', 'Microphone'], archived: false })
    expect((await shop.ann.post(`${shop.api}/tests`, { name: 'Mine', items: [] })).status).toBe(403)
    expectRefusal(await shop.max.put(`${shop.api}/tests/${list.id}`, { items: ['A', 'A'] }), 400, 'Each item can stand once in a test list', ['items'])
    const [order, other] = [await addOrder(), await addOrder()]
    const tried = { orderId: order.id, testId: list.id, item: 'Camera', phase: 'before' }
    const result = rowOf(await shop.ann.post(`${shop.api}/test-results`, { ...tried, result: 'not-testable', note: 'Glass broken' }))
    rowOf(await shop.ann.post(`${shop.api}/test-results`, { ...tried, orderId: other.id, result: 'pass' }))
    expect(rowsOf(await shop.ann.get(`${shop.api}/test-results?orderId=${order.id}`))).toEqual([result])
    expectRefusal(await shop.ann.post(`${shop.api}/test-results`, { ...tried, result: 'ok' }), 400, 'Result must be one of pass, fail, not-testable', [
      'result',
    ])
  })
})
