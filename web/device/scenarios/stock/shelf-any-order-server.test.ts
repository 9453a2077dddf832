import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Product } from '#schema/collections/stock/products.ts'
import { type ApiClient, createOp, signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { addProduct, type BasketItem, toBasketLines, toSaleOps, writeItems } from '#web/features/sales/basket.ts'
import { toReturnable, toReturnOps } from '#web/features/sales/return-ops.ts'
import type { Device } from '../../device-types.ts'
import { type NorthDevice, password, serveNorth } from '../../testing/test-shop-server.ts'
import { closeTestDevices, customerInput, orderInput, until, untilSynced } from '../../testing/test-device.ts'

const collections: CollectionName[] = ['orders', 'products', 'order_lines', 'payments', 'purchases', 'purchase_lines', 'stock_counts']
const north = serveNorth({ lab: [], desk: [] })
const price = 80
let people: ApiClient

beforeAll(async () => {
  people = await signInOverHttp(north.server.url, 'lab', password)
})

const act = fc.record({
  does: fc.constantFrom('use', 'sell', 'take-back', 'lose', 'unpack', 'count', 'receive-box', 'take-cover-back'),
  /** Of several at one time, none knows of the others. */
  by: fc.constantFrom(['lab'], ['desk'], ['lab', 'desk']),
  pieces: fc.integer({ min: 1, max: 2 }),
})

it('PARTS-02, PARTS-04, TILL-03: two tablets without a network sell, take back, receive and count, and the counts end at what lies on the shelf, whoever is heard first', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), fc.constantFrom('lab', 'desk'), async (drawn, firstHeard) => {
        const [customer, categoryId, screen, box, cover, purchaseId, boxLine, waiting] = [customerInput(), v7(), v7(), v7(), v7(), v7(), v7(), v7()]
        const order = orderInput(customer.id)
        const product = { categoryHierarchyId: categoryId, salePrice: price }
        const coverSale = createOp('orders', { kind: 'sale', customerId: null })
        const coverLine = { orderId: coverSale.id, kind: 'part', productId: cover, description: 'Cover', quantity: 1, unitPrice: price, fromStock: true }
        const coverPayment = createOp('payments', { orderId: coverSale.id, paymentAmount: price })
        await people.write(north.shopId, [
          createOp('customers', customer.values, customer.id),
          createOp('orders', order.values, order.id),
          createOp('categories', { name: 'Parts' }, categoryId),
          createOp('products', { ...product, name: 'Screen' }, screen),
          createOp('products', { ...product, name: 'Box', inventoryCount: 1 }, box),
          createOp('products', { ...product, name: 'Cover', inventoryCount: 6 }, cover),
          createOp('purchases', { state: 'sent' }, purchaseId),
          createOp('order_lines', { orderId: order.id, description: 'Box', quantity: 3, unitPrice: 9, supply: 'ordered' }, waiting),
          createOp('purchase_lines', { purchaseId, productId: box, quantity: 3, orderLineId: waiting }, boxLine),
          coverSale,
          createOp('order_lines', coverLine),
          coverPayment,
        ])
        // All tablets show one time, a minute later with each act.
        let now = Date.now()
        const open = (login: string) => north.openFor(login, { collections, clock: () => new Date(now) })
        const tablets: Record<string, NorthDevice> = { lab: await open('lab'), desk: await open('desk') }
        const each = Object.values(tablets)
        for (const { device } of each) await untilSynced(device)
        const here = { purchase_lines: boxLine, products: cover, order_lines: waiting, payments: coverPayment.id } as const
        for (const { device } of each)
          for (const [collection, id] of Object.entries(here) as [CollectionName, string][])
            await until(async () => (await device.rows.read(collection, id)) !== undefined, `the row of ${collection} to arrive`)
        for (const { goOffline } of each) goOffline()

        // The shelf itself, and what the count would be had nobody counted. The server would date what is there from the start too late.
        const acts = [{ does: 'unpack', by: ['lab'], pieces: 10 }, ...drawn]
        let shelf = 0
        let written = 0
        let isBoxHere = false
        let isCoverBack = false
        const bring = (pieces: number): void => {
          shelf += pieces
          written += pieces
        }
        const lastSale: Record<string, { id: string; left: number }> = {}
        const perform = async (does: string, by: string, pieces: number): Promise<void> => {
          const device = tablets[by]?.device
          if (device === undefined) return
          if (does === 'use') {
            const used = {
              orderId: order.id,
              kind: 'part',
              productId: screen,
              description: 'Screen',
              quantity: pieces,
              unitPrice: price,
              fromStock: true,
            } as const
            await device.write(north.shopId, [{ action: 'create', collection: 'order_lines', values: used }])
            bring(-pieces)
          } else if (does === 'sell' || does === 'take-back') {
            let sale = lastSale[by]
            if (does === 'sell' || sale === undefined || sale.left === 0) {
              sale = lastSale[by] = { id: await sell(device, screen, pieces), left: pieces }
              bring(-pieces)
            }
            if (does === 'sell') return
            expect(await takeOneBack(device, sale.id)).toBe(true)
            sale.left -= 1
            bring(1)
          } else if (does === 'take-cover-back') {
            // Each takes it back that sees it sold: one piece came, and neither knows of the other.
            if (await takeOneBack(device, coverSale.id)) isCoverBack = true
            expect((await device.rows.read('products', cover))?.inventoryCount).toBe(6)
          } else if (does === 'unpack') {
            const bought = { purchaseId, productId: screen, quantity: pieces, received: pieces }
            await device.write(north.shopId, [{ action: 'create', collection: 'purchase_lines', values: bought }])
            bring(pieces)
          } else if (does === 'lose') shelf -= pieces
          else if (does === 'count') {
            shelf = Math.max(0, shelf)
            written = shelf
            const values = { takeId: v7(), productId: screen, counted: shelf }
            await device.write(north.shopId, [{ action: 'create', collection: 'stock_counts', values }])
          } else {
            // Both scan the same box, which neither knows of the other.
            const line = await device.rows.read('purchase_lines', boxLine)
            if (line?.received === 0)
              await device.write(north.shopId, [{ action: 'update', collection: 'purchase_lines', id: boxLine, values: { received: 3 } }])
            expect((await device.rows.read('products', box))?.inventoryCount).toBe(4)
            expect((await device.rows.read('order_lines', waiting))?.supply).toBe('arrived')
            isBoxHere = true
          }
        }
        for (const { does, by, pieces } of acts) {
          now += 60_000
          for (const login of by) await perform(does, login, pieces)
        }
        now += 60_000
        for (const login of [firstHeard, firstHeard === 'lab' ? 'desk' : 'lab']) {
          await tablets[login]?.reconnect()
          await applyAll()
        }
        await applyAll()
        const countById = { [screen]: written, [box]: isBoxHere ? 4 : 1, [cover]: isCoverBack ? 6 : 5 }
        for (const [id, count] of Object.entries(countById)) {
          expect((await people.read<{ inventoryCount: number }>(`/api/${north.shopId}/products/${id}`)).inventoryCount).toBe(count)
          for (const { device } of each) await until(async () => (await device.rows.read('products', id))?.inventoryCount === count, `the count of ${count}`)
        }
        for (const { device } of each) {
          await until(async () => (await device.rows.read('order_lines', waiting))?.supply === (isBoxHere ? 'arrived' : 'ordered'), 'the part')
          await until(async () => (await device.rows.listOf('payments', 'orderId', coverSale.id)).length === (isCoverBack ? 2 : 1), 'one refund')
        }
      })
      .afterEach(closeTestDevices),
    // Each opens two devices, of which a process holds few.
    { numRuns: 6 },
  )
}, 120_000)

/** As Sell does it: the article scanned once a piece, paid in cash. */
async function sell(device: Device, productId: string, pieces: number): Promise<string> {
  const product = await device.rows.read('products', productId)
  const items = Array.from({ length: pieces }).reduce<BasketItem[]>((all) => addProduct(all, product as Product), [])
  const { lines, problem } = toBasketLines({ items: writeItems(items), discount: '', customerId: '' })
  expect(problem).toBeUndefined()
  const orderId = v7()
  const paid = { orderId, paymentAmount: price * pieces }
  await device.write(north.shopId, [
    ...toSaleOps(lines, { orderId, customerId: '', newId: () => v7() }),
    { action: 'create', collection: 'payments', values: paid },
  ])
  return orderId
}

/** As the sale's Return does it: one piece and its money. False if this tablet sees nothing left to take back. */
async function takeOneBack(device: Device, orderId: string): Promise<boolean> {
  const sale = await device.rows.read('orders', orderId)
  const money = sale && (await device.rows.readMoney(north.shopId, [sale])).get(orderId)
  const [sold] = toReturnable(money?.lines ?? [])
  if (money === undefined || sold === undefined) return false
  const payments = await device.rows.listOf('payments', 'orderId', orderId)
  const quantityById = new Map([[sold.line.id, 1]])
  const { ops, refunds } = toReturnOps(orderId, { money, payments, quantityById, reason: 'Too small', tillDayId: null, newId: () => v7() })
  expect(refunds).toEqual([{ method: null, amount: price }])
  await device.write(north.shopId, ops)
  return true
}

/** Every stock take that the server knows; one that is applied stays as it is. */
async function applyAll(): Promise<void> {
  const counts = await people.read<{ takeId: string }[]>(`/api/${north.shopId}/stock-counts`)
  for (const takeId of new Set(counts.map((count) => count.takeId))) {
    const { status } = await people.call('POST', `/api/${north.shopId}/stock-takes/${takeId}/apply`)
    expect(status).toBe(200)
  }
}
