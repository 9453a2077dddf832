import 'fake-indexeddb/auto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { CollectionName } from '#schema/collections/index.ts'
import { type ApiClient, createOp, signInOverHttp } from '#scripts/process-tests/api-client.ts'
import { type NorthDevice, password, serveNorth } from '../../testing/test-shop-server.ts'
import { customerInput, type Fault, loseAnswer, offline, orderInput, until, untilSynced } from '../../testing/test-device.ts'

let people: ApiClient
const collections: CollectionName[] = ['customers', 'orders', 'products', 'categories', 'order_lines']
const north = serveNorth({ lab: ['delete_order'], desk: ['delete_order'] })

beforeAll(async () => {
  people = await signInOverHttp(north.server.url, 'lab', password)
})

async function openFor(loginId: string): Promise<NorthDevice> {
  const opened = await north.openFor(loginId, { collections })
  await untilSynced(opened.device)
  return opened
}

const productId = { screen: '', battery: '' }
let orderId = ''
let lab: NorthDevice
let desk: NorthDevice

beforeEach(async () => {
  const [customer, categoryId] = [customerInput(), v7()]
  const order = orderInput(customer.id)
  Object.assign(productId, { screen: v7(), battery: v7() })
  orderId = order.id
  await people.write(north.shopId, [
    createOp('categories', { name: 'Parts' }, categoryId),
    createOp('products', { name: 'Screen', categoryHierarchyId: categoryId, inventoryCount: 1 }, productId.screen),
    createOp('products', { name: 'Battery', categoryHierarchyId: categoryId, inventoryCount: 5 }, productId.battery),
  ])
  ;[lab, desk] = [await openFor('lab'), await openFor('desk')]
  await lab.device.write(north.shopId, [customer, order])
  for (const { device } of [lab, desk]) {
    await until(async () => (await device.rows.read('orders', orderId)) !== undefined, 'the order to arrive')
    await until(async () => (await device.rows.read('products', productId.battery)) !== undefined, 'the products to arrive')
  }
})

const countOn = async ({ device }: NorthDevice, id = productId.screen) => (await device.rows.read('products', id))?.inventoryCount
const countOnServer = async (id = productId.screen) => (await people.read<{ inventoryCount: number }>(`/api/${north.shopId}/products/${id}`)).inventoryCount

async function addLine({ device }: NorthDevice, more: Record<string, unknown> = {}): Promise<string> {
  const id = v7()
  const values = { orderId, kind: 'part', productId: productId.screen, description: 'Screen', quantity: 1, unitPrice: 80, fromStock: true, ...more } as const
  await device.write(north.shopId, [{ action: 'create', collection: 'order_lines', id, values }])
  return id
}

const change = ({ device }: NorthDevice, id: string, values: Record<string, string | number | boolean | null>) =>
  device.write(north.shopId, [{ action: 'update', collection: 'order_lines', id, values }])
const remove = ({ device }: NorthDevice, collection: 'orders' | 'order_lines', id: string) => device.write(north.shopId, [{ action: 'delete', collection, id }])
const restore = ({ device }: NorthDevice, collection: 'orders' | 'order_lines', id: string) =>
  device.write(north.shopId, [{ action: 'restore', collection, id }])

async function expectCount(count: number, id = productId.screen): Promise<void> {
  expect(await countOnServer(id)).toBe(count)
  for (const one of [lab, desk]) await until(async () => (await countOn(one, id)) === count, `the count of ${count}`)
}

describe('lines from stock on two devices without network (LINE-02)', () => {
  it('show the count that each knows, and end at the sum of both', async () => {
    for (const one of [lab, desk]) one.goOffline()
    await addLine(lab)
    await addLine(desk)
    expect([await countOn(lab), await countOn(desk)]).toEqual([0, 0])
    await desk.reconnect()
    await lab.reconnect()
    await expectCount(-1)
  })

  it('follow a line that is changed, goes and comes back before anything was sent', async () => {
    lab.goOffline()
    const id = await addLine(lab, { productId: productId.battery, quantity: 2 })
    await change(lab, id, { quantity: 3 })
    expect(await countOn(lab, productId.battery)).toBe(2)
    await change(lab, id, { productId: productId.screen, quantity: 1 })
    expect([await countOn(lab), await countOn(lab, productId.battery)]).toEqual([0, 5])
    await remove(lab, 'order_lines', id)
    expect(await countOn(lab)).toBe(1)
    await restore(lab, 'order_lines', id)
    expect(await countOn(lab)).toBe(0)
    await lab.reconnect()
    await expectCount(0)
    await expectCount(5, productId.battery)
  })

  it('give back what an order held that is deleted, and take it when that is undone', async () => {
    await addLine(lab)
    await addLine(lab, { productId: productId.battery, quantity: 2 })
    await untilSynced(lab.device)
    lab.goOffline()
    await remove(lab, 'orders', orderId)
    expect([await countOn(lab), await countOn(lab, productId.battery)]).toEqual([1, 5])
    await restore(lab, 'orders', orderId)
    expect([await countOn(lab), await countOn(lab, productId.battery)]).toEqual([0, 3])
    await remove(lab, 'orders', orderId)
    await lab.reconnect()
    await expectCount(1)
    await expectCount(5, productId.battery)
  })

  it('are given back here too when the server refuses them', async () => {
    lab.goOffline()
    await addLine(lab)
    expect(await countOn(lab)).toBe(0)
    await desk.device.write(north.shopId, [{ action: 'delete', collection: 'orders', id: orderId }])
    await untilSynced(desk.device)
    await lab.reconnect()
    await until(() => lab.device.refused.changes.get().length === 1, 'the refusal to be told')
    await expectCount(1)
  })

  it('count once when the answer is lost and the feed brings the product first', async () => {
    const again = Promise.withResolvers<void>()
    // The page with the line waits for a push in flight; one that fails at once delays nothing.
    const failing: Fault = (send) => (again.resolve(), offline(send))
    lab.api.faults.push.push(loseAnswer, ...Array.from({ length: 1_000 }, () => failing))
    await addLine(lab)
    await again.promise
    const later = v7()
    const { categoryHierarchyId } = await people.read<{ categoryHierarchyId: string }>(`/api/${north.shopId}/products/${productId.screen}`)
    await people.write(north.shopId, [createOp('products', { name: 'Later', categoryHierarchyId }, later)])
    await until(async () => (await lab.device.rows.read('products', later)) !== undefined, 'a page behind the product')
    expect(await countOn(lab)).toBe(0)
    lab.api.faults.push.length = 0
    lab.device.wakeUp('online')
    await until(() => lab.device.sync.status.get().waiting === 0, 'the second answer')
    await expectCount(0)
  })

  it('add up with what somebody counts meanwhile', async () => {
    for (const one of [lab, desk]) one.goOffline()
    await addLine(lab, { productId: productId.battery, quantity: 2 })
    await desk.device.write(north.shopId, [{ action: 'update', collection: 'products', id: productId.battery, values: { inventoryCount: 9 } }])
    await lab.reconnect()
    await desk.reconnect()
    await expectCount(7, productId.battery)
  })
})

it('a part of a piece from stock is refused where it is typed (LINE-01)', async () => {
  await expect(addLine(lab, { quantity: 0.5 })).rejects.toMatchObject({ code: 'VALIDATION', issues: [{ path: 'quantity' }] })
  const id = await addLine(lab, { kind: 'labour', productId: null, fromStock: false, quantity: 0.5 })
  await expect(change(lab, id, { productId: productId.screen, fromStock: true })).rejects.toMatchObject({ code: 'VALIDATION' })
})
