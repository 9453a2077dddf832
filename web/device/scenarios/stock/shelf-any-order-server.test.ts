import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { CollectionName } from '#schema/collections/index.ts'
import { type ApiClient, createOp, signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { type NorthDevice, password, serveNorth } from '../../testing/test-shop-server.ts'
import { closeTestDevices, customerInput, orderInput, until, untilSynced } from '../../testing/test-device.ts'

const collections: CollectionName[] = ['products', 'order_lines', 'purchases', 'purchase_lines', 'stock_counts']
const north = serveNorth({ lab: [], desk: [] })
let people: ApiClient

beforeAll(async () => {
  people = await signInOverHttp(north.server.url, 'lab', password)
})

const act = fc.record({
  does: fc.constantFrom('sell', 'lose', 'unpack', 'count', 'receive-box'),
  by: fc.constantFrom('lab', 'desk'),
  pieces: fc.integer({ min: 1, max: 2 }),
})

it('PARTS-02, PARTS-04: two tablets without a network sell, receive and count, and the counts end at what lies on the shelf, whoever is heard first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 9 }), fc.constantFrom('lab', 'desk'), async (drawn, firstHeard) => {
      const [customer, categoryId, screen, box, purchaseId, boxLine, waiting] = [customerInput(), v7(), v7(), v7(), v7(), v7(), v7()]
      const order = orderInput(customer.id)
      await people.write(north.shopId, [
        createOp('customers', customer.values, customer.id),
        createOp('orders', order.values, order.id),
        createOp('categories', { name: 'Parts' }, categoryId),
        createOp('products', { name: 'Screen', categoryHierarchyId: categoryId }, screen),
        createOp('products', { name: 'Box', categoryHierarchyId: categoryId, inventoryCount: 1 }, box),
        createOp('purchases', { state: 'sent' }, purchaseId),
        createOp('order_lines', { orderId: order.id, description: 'Box', quantity: 3, unitPrice: 9, supply: 'ordered' }, waiting),
        createOp('purchase_lines', { purchaseId, productId: box, quantity: 3, orderLineId: waiting }, boxLine),
      ])
      // All tablets show one time, a minute later with each act.
      let now = Date.now()
      const open = (login: string) => north.openFor(login, { collections, clock: () => new Date(now) })
      const tablets: Record<string, NorthDevice> = { lab: await open('lab'), desk: await open('desk') }
      const each = Object.values(tablets)
      for (const { device } of each) await untilSynced(device)
      const here = { purchase_lines: boxLine, products: box, order_lines: waiting } as const
      for (const { device } of each)
        for (const [collection, id] of Object.entries(here) as [CollectionName, string][])
          await until(async () => (await device.rows.read(collection, id)) !== undefined, `the row of ${collection} to arrive`)
      for (const { goOffline } of each) goOffline()

      // The shelf itself, and what the count would be had nobody counted. The server would date what is there from the start too late.
      const acts = [{ does: 'unpack', by: 'lab', pieces: 10 }, ...drawn]
      let shelf = 0
      let written = 0
      let isBoxHere = false
      for (const { does, by, pieces } of acts) {
        now += 60_000
        const device = tablets[by]?.device
        if (device === undefined) continue
        if (does === 'sell') {
          const sold = { orderId: order.id, kind: 'part', productId: screen, description: 'Screen', quantity: pieces, unitPrice: 80, fromStock: true } as const
          await device.write(north.shopId, [{ action: 'create', collection: 'order_lines', values: sold }])
          shelf -= pieces
          written -= pieces
        } else if (does === 'unpack') {
          const bought = { purchaseId, productId: screen, quantity: pieces, received: pieces }
          await device.write(north.shopId, [{ action: 'create', collection: 'purchase_lines', values: bought }])
          shelf += pieces
          written += pieces
        } else if (does === 'lose') shelf -= pieces
        else if (does === 'count') {
          shelf = Math.max(0, shelf)
          written = shelf
          const values = { takeId: v7(), productId: screen, counted: shelf }
          await device.write(north.shopId, [{ action: 'create', collection: 'stock_counts', values }])
        } else {
          // Both scan the same box, which neither knows of the other.
          const line = await device.rows.read('purchase_lines', boxLine)
          if (line?.received === 0) await device.write(north.shopId, [{ action: 'update', collection: 'purchase_lines', id: boxLine, values: { received: 3 } }])
          expect((await device.rows.read('products', box))?.inventoryCount).toBe(4)
          expect((await device.rows.read('order_lines', waiting))?.supply).toBe('arrived')
          isBoxHere = true
        }
      }
      now += 60_000
      for (const login of [firstHeard, firstHeard === 'lab' ? 'desk' : 'lab']) {
        await tablets[login]?.reconnect()
        await applyAll()
      }
      await applyAll()
      const counts = await Promise.all(
        [screen, box].map(async (id) => (await people.read<{ inventoryCount: number }>(`/api/${north.shopId}/products/${id}`)).inventoryCount),
      )
      expect(counts).toEqual([written, isBoxHere ? 4 : 1])
      for (const { device } of each) {
        await until(async () => (await device.rows.read('products', screen))?.inventoryCount === written, 'the count of the screen')
        await until(async () => (await device.rows.read('products', box))?.inventoryCount === (isBoxHere ? 4 : 1), 'the count of the box')
        await until(async () => (await device.rows.read('order_lines', waiting))?.supply === (isBoxHere ? 'arrived' : 'ordered'), 'the part')
      }
    }).afterEach(closeTestDevices),
    // Each opens two devices, of which a process holds few.
    { numRuns: 6 },
  )
}, 120_000)

/** Every stock take that the server knows; one that is applied stays as it is. */
async function applyAll(): Promise<void> {
  const counts = await people.read<{ takeId: string }[]>(`/api/${north.shopId}/stock-counts`)
  for (const takeId of new Set(counts.map((count) => count.takeId))) {
    const { status } = await people.call('POST', `/api/${north.shopId}/stock-takes/${takeId}/apply`)
    expect(status).toBe(200)
  }
}
