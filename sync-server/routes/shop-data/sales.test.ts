import { afterAll, beforeEach, expect, test } from 'vitest'
import { saleTexts } from '#schema/rules/orders/sale.ts'
import { returnTexts } from '#schema/rules/orders/returns.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import { expectRefusal, openTestShop, type Row, rowOf, rowsOf } from '../../testing/test-shop.ts'

const shop = await openTestShop()
afterAll(() => shop.close())
beforeEach(() => shop.clock.advance(1000))

const sell = async (values: object = {}): Promise<Row> => rowOf(await shop.ann.post(`${shop.api}/orders`, { kind: 'sale', ...values }))
const idsOf = async (query: string): Promise<string[]> => rowsOf(await shop.ann.get(`${shop.api}/orders${query}`)).map(({ id }) => id)

test('TILL-01: a sale needs neither customer, device nor issue, has a number, and stands in no list that does not ask for it', async () => {
  const repair = await shop.createOrder()
  const sale = await sell()
  expect(sale).toMatchObject({ kind: 'sale', customerId: null, assetId: null, orderStatusId: orderStatusIdByName['Picked up'] })
  expect(Number(sale['number'])).toBe(Number(repair['number']) + 1)
  shop.clock.advance(1000)
  const later = await sell({ itemDetails: 'Cable' })
  expect(await idsOf('')).toContain(repair.id)
  expect(await idsOf('')).not.toContain(sale.id)
  expect((await idsOf('?kind=sale')).slice(0, 2)).toEqual([later.id, sale.id])
  expect(await idsOf('?kind=all')).toEqual(expect.arrayContaining([repair.id, sale.id]))
  expect(await idsOf(`?ticket=${String(sale['ticket'])}`)).toEqual([sale.id])
  expectRefusal(await shop.ann.get(`${shop.api}/orders?kind=lease`), 400, 'kind must be repair, sale or all')
  const ages = rowsOf(await shop.ann.get(`${shop.api}/orders/days-since-status-change`)).map(({ orderId }) => orderId)
  expect([ages.includes(repair.id), ages.includes(sale.id)]).toEqual([true, false])
})

test('TILL-01: a repair still needs all that it needed, and kind never changes', async () => {
  const body = { orderStatusId: orderStatusIdByName.Lead, itemDetails: 'iPhone', issueDescription: 'Dead' }
  for (const customerId of [null, '', undefined])
    expectRefusal(await shop.ann.post(`${shop.api}/orders`, { ...body, customerId }), 400, saleTexts.needsCustomer, ['customerId'])
  const repair = await shop.createOrder()
  expectRefusal(await shop.ann.put(`${shop.api}/orders/${repair.id}`, { customerId: null }), 400, saleTexts.needsCustomer, ['customerId'])
  expectRefusal(await shop.ann.put(`${shop.api}/orders/${repair.id}`, { kind: 'sale' }), 409, saleTexts.kindStays, ['kind'])
  const sale = await sell()
  expectRefusal(await shop.ann.put(`${shop.api}/orders/${sale.id}`, { kind: 'repair' }), 409, saleTexts.kindStays)
  const customerId = String(repair['customerId'])
  expect(rowOf(await shop.ann.put(`${shop.api}/orders/${sale.id}`, { ...sale, customerId }))).toMatchObject({ kind: 'sale', customerId })
  expect(rowOf(await shop.ann.put(`${shop.api}/orders/${sale.id}`, { customerId: null }))).toMatchObject({ customerId: null })
})

test('TILL-01: lines, payments, balance and journal of a sale are those of an order, also without a customer', async () => {
  const sale = await sell()
  rowOf(await shop.ann.post(`${shop.api}/order-lines`, { orderId: sale.id, kind: 'part', description: 'Cable', quantity: 2, unitPrice: 9 }))
  const payment = rowOf(await shop.ann.post(`${shop.api}/payments`, { orderId: sale.id, paymentAmount: 10, method: 'cash' }))
  expect(rowOf(await shop.ann.get(`${shop.api}/orders/${sale.id}/balance`))).toMatchObject({ total: 18, paid: 10, balance: 8 })
  expect((await shop.max.get(`${shop.api}/journal`)).text).toContain(payment.id)
  const draft = rowOf(await shop.ann.post(`${shop.api}/invoices`, { kind: 'invoice', orderId: sale.id }))
  expectRefusal(await shop.ann.post(`${shop.api}/invoices/${draft.id}/issue`), 409, 'An invoice needs a customer. Choose one for this sale.')
})

test('TILL-03: a return takes at most what was sold back to stock, and what came back stays sold', async () => {
  const category = rowOf(await shop.ann.post(`${shop.api}/categories`, { name: 'Parts', parentId: null }))
  const product = rowOf(await shop.ann.post(`${shop.api}/products`, { name: 'Cable', categoryHierarchyId: category.id, inventoryCount: 5 }))
  const [sale, other] = [await sell(), await sell()]
  const line = { orderId: sale.id, kind: 'part', productId: product.id, description: 'Cable', quantity: 3, unitPrice: 9, fromStock: true }
  const sold = rowOf(await shop.ann.post(`${shop.api}/order-lines`, line))
  const back = (more: object) =>
    shop.ann.post(`${shop.api}/order-lines`, { ...line, kind: 'other', description: 'Returned: Cable', quantity: 2, unitPrice: -9, returnOf: sold.id, ...more })
  const countOf = async () => rowOf(await shop.ann.get(`${shop.api}/products/${product.id}`))['inventoryCount']
  expect(await countOf()).toBe(2)
  const first = rowOf(await back({}))
  expect(await countOf()).toBe(4)
  expectRefusal(await back({}), 409, 'Only 1 of this line is left to take back.', ['quantity'])
  rowOf(await back({ quantity: 1 }))
  expectRefusal(await back({ quantity: 1 }), 409, returnTexts.nothingLeft)
  expect(await countOf()).toBe(5)
  expect(rowOf(await shop.ann.get(`${shop.api}/orders/${sale.id}/balance`))).toMatchObject({ total: 0 })
  expectRefusal(await back({ orderId: other.id }), 400, returnTexts.otherOrder, ['returnOf'])
  expectRefusal(await back({ returnOf: first.id }), 400, returnTexts.returnOfReturn)
  expectRefusal(await back({ unitPrice: 9 }), 400, returnTexts.takesOff)
  expectRefusal(await back({ productId: null, fromStock: false }), 400, returnTexts.otherProduct)
  expectRefusal(await shop.ann.put(`${shop.api}/order-lines/${sold.id}`, { quantity: 2 }), 409, returnTexts.returned)
  expectRefusal(await shop.ann.delete(`${shop.api}/order-lines/${sold.id}`), 409, returnTexts.returned)
  rowOf(await shop.ann.delete(`${shop.api}/order-lines/${first.id}`))
  expect(await countOf()).toBe(3)
})
