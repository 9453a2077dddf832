import { v7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { expectRefusal, openTestShop, rowOf, rowsOf } from '../../testing/test-shop.ts'

let product: Record<string, unknown>

const post = async (path: string, body: Record<string, unknown> = {}) => rowOf(await shop.ann.post(`${shop.api}/${path}`, body))
const countOf = async () => rowOf(await shop.ann.get(`${shop.api}/products/${String(product['id'])}`))['inventoryCount']

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.advance(1000)
  const category = await post('categories', { name: v7() })
  product = await post('products', {
    name: 'Screen',
    categoryHierarchyId: category['id'],
    inventoryCount: 2,
    barcode: ' 4006381333931 5901234123457 ',
    location: 'A3',
  })
})

test('PARTS-02: a program buys for an order and receives in parts, never more than was ordered', async () => {
  expect(product).toMatchObject({ barcode: '4006381333931 5901234123457', location: 'A3', supplierSku: null })
  const order = await shop.createOrder()
  const line = await post('order-lines', { orderId: order.id, description: 'Screen', quantity: 1, unitPrice: 80 })
  expect(line).toMatchObject({ supply: 'none', supplierId: null, expectedAt: null, reference: null })
  const purchase = await post('purchases')
  expect(purchase).toMatchObject({ state: 'draft', supplierId: null, reference: null, note: null })
  const bought = await post('purchase-lines', { purchaseId: purchase['id'], productId: product['id'], quantity: 2, orderLineId: line['id'] })
  expect(bought).toMatchObject({ received: 0, unitCost: null, description: null })
  const receive = (received: number) => shop.ann.put(`${shop.api}/purchase-lines/${String(bought['id'])}`, { received })
  expectRefusal(await receive(3), 400, 'Only 2 were ordered, so no more can be received', ['received'])
  expect(rowOf(await receive(1))).toMatchObject({ received: 1 })
  expect(rowOf(await receive(1))).toMatchObject({ received: 1 })
  expect(await countOf()).toBe(3)
  expect(rowOf(await shop.ann.get(`${shop.api}/order-lines/${String(line['id'])}`))).toMatchObject({ supply: 'arrived' })
  await receive(2)
  expect(rowOf(await shop.ann.get(`${shop.api}/purchases/${String(purchase['id'])}`))).toMatchObject({ state: 'received' })
  const movements = rowsOf(await shop.ann.get(`${shop.api}/products/${String(product['id'])}/movements`))
  expect(movements.map(({ delta, reason }) => [delta, reason])).toEqual([
    [1, 'purchase'],
    [1, 'purchase'],
    [2, 'count'],
  ])
})

test('PARTS-04: a program counts, applies once and undoes', async () => {
  const takeId = v7()
  const act = async (what: 'apply' | 'undo') => rowOf(await shop.ann.post(`${shop.api}/stock-takes/${takeId}/${what}`))
  expectRefusal(await shop.ann.post(`${shop.api}/stock-takes/${takeId}/apply`), 404, 'Not found.')
  const count = await post('stock-counts', { takeId, area: 'A3', productId: product['id'], counted: '5' })
  expect(count).toMatchObject({ counted: 5, countedAt: shop.clock.now().toISOString(), appliedAt: null })
  shop.clock.advance(1000)
  const order = await shop.createOrder()
  await post('order-lines', { orderId: order.id, productId: product['id'], description: 'Screen', quantity: 1, unitPrice: 80, fromStock: true })
  const products = [{ productId: product['id'], counted: 5, movedSince: -1, difference: 3 }]
  expect(rowOf(await shop.ann.get(`${shop.api}/stock-takes/${takeId}`))).toMatchObject({ takeId, products: [{ ...products[0], isApplied: false }] })
  expect(await act('apply')).toMatchObject({ products: [{ ...products[0], isApplied: true }] })
  await act('apply')
  expect(await countOf()).toBe(4)
  expectRefusal(
    await shop.ann.put(`${shop.api}/stock-counts/${String(count['id'])}`, { counted: 1 }),
    409,
    'This count is applied. Undo the stock take before you change it.',
  )
  await act('undo')
  expect(await countOf()).toBe(1)
})
