import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, openTestShop, rowOf, rowsOf } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

describe('notes of orders (DAY-04)', () => {
  test('keep the author of their creation, whoever edits them, and tell the activities', async () => {
    const order = await shop.createOrder()
    const note = rowOf(await shop.ann.post(`${shop.api}/order-notes`, { orderId: order.id, text: 'Comes on Thursday', userId: order.id }))
    expect(note).toMatchObject({ orderId: order.id, text: 'Comes on Thursday', userId: expect.any(String) })
    expect(note['userId']).not.toBe(order.id)
    shop.clock.advance(1000)
    const later = rowOf(await shop.max.post(`${shop.api}/order-notes`, { orderId: order.id, text: 'Called back' }))
    expect(later['userId']).not.toBe(note['userId'])
    expect(rowOf(await shop.max.put(`${shop.api}/order-notes/${note.id}`, { text: 'Comes on Friday' }))).toMatchObject({
      text: 'Comes on Friday',
      userId: note['userId'],
    })
    expect(rowsOf(await shop.ann.get(`${shop.api}/order-notes?orderId=${order.id}`)).map(({ text }) => text)).toEqual(['Comes on Friday', 'Called back'])
    const texts = rowsOf(await shop.max.get(`${shop.api}/activities`)).map(({ auditText }) => String(auditText))
    expect(texts.filter((text) => text.startsWith('Note ')).toSorted()).toEqual([
      expect.stringMatching(/^Note 'Called back' for order .* created$/),
      expect.stringMatching(/^Note 'Comes on Thursday' for order .* created$/),
      expect.stringMatching(/^Note 'Comes on Thursday' for order .*: Note changed$/),
    ])
  })

  test('need an order and a text, and come back with their order', async () => {
    const order = await shop.createOrder()
    expectRefusal(await shop.ann.post(`${shop.api}/order-notes`, { text: 'x' }), 400, 'Order ID is required', ['orderId'])
    expectRefusal(await shop.ann.post(`${shop.api}/order-notes`, { orderId: order.id, text: ' ' }), 400, 'Note is required', ['text'])
    const note = rowOf(await shop.ann.post(`${shop.api}/order-notes`, { orderId: order.id, text: 'Kept' }))
    await shop.max.delete(`${shop.api}/orders/${order.id}`)
    expect((await shop.ann.get(`${shop.api}/order-notes/${note.id}`)).status).toBe(404)
    await shop.max.post(`${shop.api}/orders/${order.id}/restore`)
    expect(rowOf(await shop.ann.get(`${shop.api}/order-notes/${note.id}`))).toMatchObject({ text: 'Kept' })
    await shop.ann.delete(`${shop.api}/order-notes/${note.id}`)
    expect(rowOf(await shop.ann.post(`${shop.api}/order-notes/${note.id}/restore`))).toMatchObject({ text: 'Kept', userId: note['userId'] })
  })
})
