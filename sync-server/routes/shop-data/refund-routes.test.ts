import { afterAll, beforeEach, expect, test } from 'vitest'
import { refundTexts } from '#schema/rules/money/refunds.ts'
import { expectRefusal, nowhere, openTestShop, type Row, rowOf, rowsOf } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

const post = (body: object) => shop.ann.post(`${shop.api}/payments`, body)

async function pay(paymentAmount: number): Promise<{ orderId: string; payment: Row; refund: (amount: number, more?: object) => ReturnType<typeof post> }> {
  const { id: orderId } = await shop.createOrder({ quotedCost: '100' })
  const payment = rowOf(await post({ orderId, paymentAmount, method: 'cash' }))
  const refund = (amount: number, more: object = {}) =>
    post({ orderId, paymentAmount: amount, kind: 'refund', refundOf: payment.id, paymentText: 'Does not work', ...more })
  return { orderId, payment, refund }
}

test('a refund gives back at most what is left of its payment, and the balance follows', async () => {
  const { orderId, payment, refund } = await pay(100)
  expect(rowOf(await refund(60))).toMatchObject({ kind: 'refund', refundOf: payment.id, paymentText: 'Does not work' })
  expectRefusal(await refund(40.01), 409, 'Only $40.00 of this payment is left.', ['paymentAmount'])
  const second = rowOf(await refund(40))
  expectRefusal(await refund(0.01), 409, refundTexts.nothingLeft)
  expect(rowOf(await shop.ann.get(`${shop.api}/orders/${orderId}/balance`))).toMatchObject({ total: 100, paid: 0, balance: 100 })
  expectRefusal(await shop.ann.put(`${shop.api}/payments/${second.id}`, { paymentAmount: 41 }), 409, 'Only $40.00 of this payment is left.')
  expect(rowOf(await shop.ann.put(`${shop.api}/payments/${second.id}`, { paymentAmount: 39 }))).toMatchObject({ paymentAmount: 39 })
})

test('a refund names a living payment of its own order, or none', async () => {
  const { orderId, payment, refund } = await pay(50)
  const other = await pay(50)
  expectRefusal(await refund(5, { refundOf: nowhere }), 400, 'Refunded payment does not exist in this shop', ['refundOf'])
  expectRefusal(await refund(5, { refundOf: other.payment.id }), 400, refundTexts.otherOrder, ['refundOf'])
  expectRefusal(await refund(5, { kind: null }), 400, refundTexts.onlyRefunds, ['refundOf'])
  const first = rowOf(await refund(5))
  expectRefusal(await refund(5, { refundOf: first.id }), 400, refundTexts.refundOfRefund, ['refundOf'])
  expect(rowOf(await post({ orderId, paymentAmount: 70, kind: 'refund' }))).toMatchObject({ refundOf: null })
  expectRefusal(await shop.ann.put(`${shop.api}/payments/${first.id}`, { kind: null }), 400, refundTexts.onlyRefunds)
  expect(rowOf(await shop.ann.get(`${shop.api}/payments/${payment.id}`))).toMatchObject({ refundOf: null, paymentAmount: 50 })
})

test('a refunded payment is neither changed nor deleted until its refund is deleted', async () => {
  const { payment, refund } = await pay(50)
  const { id } = rowOf(await refund(20))
  const path = `${shop.api}/payments/${payment.id}`
  for (const change of [{ paymentAmount: 60 }, { paymentText: 'other' }, { kind: 'refund' }])
    expectRefusal(await shop.ann.put(path, change), 409, refundTexts.hasRefunds)
  expectRefusal(await shop.ann.delete(path), 409, refundTexts.hasRefunds)
  rowOf(await shop.ann.delete(`${shop.api}/payments/${id}`))
  expect(rowOf(await shop.ann.put(path, { paymentAmount: 60 }))).toMatchObject({ paymentAmount: 60 })
  rowOf(await shop.ann.delete(path))
})

test('a deleted refund comes back only while its payment has that much left', async () => {
  const { orderId, payment, refund } = await pay(50)
  const first = rowOf(await refund(40))
  rowOf(await shop.ann.delete(`${shop.api}/payments/${first.id}`))
  const second = rowOf(await refund(30))
  const restore = () => shop.ann.post(`${shop.api}/payments/${first.id}/restore`)
  expectRefusal(await restore(), 409, 'Only $20.00 of this payment is left.')
  rowOf(await shop.ann.delete(`${shop.api}/payments/${second.id}`))
  rowOf(await shop.ann.delete(`${shop.api}/payments/${payment.id}`))
  expectRefusal(await restore(), 400, 'The refunded payment was deleted in the meantime')
  rowOf(await shop.ann.post(`${shop.api}/payments/${payment.id}/restore`))
  rowOf(await restore())
  expect(rowsOf(await shop.ann.get(`${shop.api}/orders/${orderId}/payments`))).toHaveLength(2)
})

test('deleting an order takes its payments and refunds along, and both come back', async () => {
  const { orderId, refund } = await pay(50)
  await refund(50)
  rowOf(await shop.max.delete(`${shop.api}/orders/${orderId}`))
  rowOf(await shop.max.post(`${shop.api}/orders/${orderId}/restore`))
  expect(rowsOf(await shop.ann.get(`${shop.api}/orders/${orderId}/payments`)).map((row) => row['refundOf'] !== null)).toEqual([false, true])
})
