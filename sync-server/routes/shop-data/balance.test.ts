import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, nowhere, openTestShop, rowOf, rowsOf, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

const pay = async (orderId: string, paymentAmount: number, more: object = {}) =>
  rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId, paymentAmount, ...more }))

describe('method and kind of a payment (BAL-02)', () => {
  test('are none where nobody gave them, and are cleared by empty text', async () => {
    const { id: orderId } = await shop.createOrder()
    expect(await pay(orderId, 10)).toMatchObject({ method: null, kind: null })
    const { id } = await pay(orderId, 10, { method: 'card', kind: 'refund' })
    const put = async (body: object) => rowOf(await shop.ann.put(`${shop.api}/payments/${id}`, body))
    expect(await put({ paymentText: 'By an older app' })).toMatchObject({ method: 'card', kind: 'refund', paymentText: 'By an older app' })
    expect(await put({ method: '', kind: '' })).toMatchObject({ method: null, kind: null })
  })

  test.each([
    [{ method: 'cheque' }, 'Method must be one of cash, card, transfer, other', 'method'],
    [{ kind: 'payment' }, 'Kind must be one of refund', 'kind'],
    [{ kind: 'refund', paymentAmount: -5 }, 'Payment amount must be a valid positive number', 'paymentAmount'],
  ])('are refused where they are none of those: %o', async (body, message, path) => {
    const { id: orderId } = await shop.createOrder()
    expectRefusal(await shop.ann.post(`${shop.api}/payments`, { orderId, paymentAmount: 5, ...body }), 400, message, [path])
  })

  test('make a refund one by name in the activities', async () => {
    const { id: orderId } = await shop.createOrder()
    const { id } = await pay(orderId, 12.5, { kind: 'refund', method: 'cash' })
    shop.clock.advance(1000)
    rowOf(await shop.ann.put(`${shop.api}/payments/${id}`, { method: 'card' }))
    const [changed, created] = rowsOf(await shop.max.get(`${shop.api}/activities?limit=2`)).map(({ auditText }) => auditText)
    expect(created).toBe("Refund '$12.50' for order 'iPhone 12' of Carla created")
    expect(changed).toBe("Refund '$12.50' for order 'iPhone 12' of Carla: Method changed from 'cash' to 'card'")
  })
})

describe('the balance of an order (BAL-01)', () => {
  const read = (orderId: string) => shop.ann.get(`${shop.api}/orders/${orderId}/balance`)

  test('is the quote less what was paid, refunds given back, as deletions and changes leave it', async () => {
    const { id } = await shop.createOrder({ quotedCost: '120.50' })
    expect(rowOf(await read(id))).toEqual({ total: 120.5, paid: 0, balance: 120.5 })
    const first = await pay(id, 100.1)
    await pay(id, 30, { kind: 'refund' })
    expect(rowOf(await read(id))).toEqual({ total: 120.5, paid: 70.1, balance: 50.4 })
    await shop.ann.delete(`${shop.api}/payments/${first.id}`)
    expect(rowOf(await read(id))).toEqual({ total: 120.5, paid: -30, balance: 150.5 })
  })

  test('is null where the quote is no amount; what was paid is known', async () => {
    const { id } = await shop.createOrder({ quotedCost: 'after diagnosis' })
    await pay(id, 20)
    expect(rowOf(await read(id))).toEqual({ total: null, paid: 20, balance: null })
  })

  test('of an order that is not in this shop is not found', async () => {
    expectRefusal(await read(nowhere), 404, 'Not found.')
  })
})
