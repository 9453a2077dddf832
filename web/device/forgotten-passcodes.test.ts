import { afterEach, describe, expect, it } from 'vitest'
import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { createTabLocks } from './platform/ports.ts'
import { rowsDatabaseName, rowStorage } from './storage/row-database.ts'
import { neverIdleMs, stillPackedSizes } from './testing/packed-sizes.ts'
import { readStoredText } from './testing/raw-text.ts'
import { closeTestDevices, customerInput, faulty, openTestDevice, orderInput, statusId, type TestDevice, until, untilSynced } from './testing/test-device.ts'
import { ModelServer } from './testing/test-model-server.ts'

afterEach(closeTestDevices)

const [shopId, otherShopId] = [v7(), v7()]
const passcode = '4711-0815'

/** Orders arrive as segments, rewritten only to forget values; `idleMs`: delay before that check. */
const storageIdleAfter = (idleMs: number, tab: string) => {
  const storage = rowStorage(undefined, { ...stillPackedSizes, segmentFromRows: 2, idleMs })
  return { ...storage, name: `${tab}-${storage.name}` }
}

/** A device that pulled orders as segments, one with a passcode. */
async function openWorld({ idleMs = 5 } = {}) {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId, otherShopId])
  const api = faulty(server.apiOf(userId))
  const locks = createTabLocks()
  const open = (after: number, tab = 'tab') => openTestDevice({ userId, api, locks, storage: storageIdleAfter(after, tab) })
  const customer = customerInput()
  const orders = [orderInput(customer.id), orderInput(customer.id, { passcode }), orderInput(customer.id)]
  const [, order] = orders
  if (order === undefined) throw new Error('no order')
  for (const { collection, id, values } of [customer, ...orders]) writeAtServer(server, userId, { action: 'create', collection, id, values })
  const device = await open(idleMs)
  await untilSynced(device)
  await until(async () => (await device.rows.list('orders', shopId)).length === orders.length, 'the orders')
  expect(await readStoredText(userId)).toContain(passcode)
  return { server, userId, api, device, open, orderId: order.id }
}

const writeAtServer = (server: ModelServer, userId: string, ...ops: Parameters<ModelServer['write']>[2]): unknown => server.write(userId, shopId, ops)
const clearing = (id: string) => ({ action: 'update', collection: 'orders', id, values: { passcode: null } }) as const
const clearOp = (id: string) => ({ action: 'update', collection: 'orders', id, changes: { passcode: { from: passcode, to: null } } }) as const
async function expectForgotten(userId: string, code = passcode): Promise<void> {
  await until(async () => !(await readStoredText(userId)).includes(code), 'the passcode to go')
  expect(await readStoredText(userId)).not.toContain(code)
}

const readOrder = async (device: TestDevice, id: string) => (await device.rows.list('orders', shopId)).find((order) => order.id === id)
const untilCleared = (device: TestDevice, id: string): Promise<void> =>
  until(async () => (await readOrder(device, id))?.passcode === null, 'the passcode to be cleared')

describe('what this device stores holds no passcode that an order has lost (PASS-03)', () => {
  it('after it was cleared here', async () => {
    const { device, userId, orderId } = await openWorld()
    await device.write(shopId, [clearing(orderId)])
    await untilSynced(device)
    await expectForgotten(userId)
    expect(await readOrder(device, orderId)).toMatchObject({ passcode: null, itemDetails: 'iPhone 12' })
  })

  it('after it was written and cleared here in one go, before the server heard of either', async () => {
    const { api, device, userId, orderId } = await openWorld()
    api.always = () => Promise.reject(new Error('offline'))
    const other = 'another-2580'
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { passcode: other } }])
    await device.write(shopId, [clearing(orderId)])
    api.always = undefined
    device.wakeUp('online')
    await untilSynced(device)
    await expectForgotten(userId)
    await expectForgotten(userId, other)
  })

  it('in what was sent of its order, which was deleted here: not before the server has taken that, for it may be refused', async () => {
    const { api, device, userId, orderId } = await openWorld()
    const mine = 'mine-1379'
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { passcode: mine } }])
    await untilSynced(device)
    api.always = () => Promise.reject(new Error('offline'))
    await device.write(shopId, [{ action: 'delete', collection: 'orders', id: orderId }])
    await until(async () => !(await readStoredText(userId)).includes('"key":"forgotten/'), 'what was given up to be gone through')
    expect(await readStoredText(userId)).toContain(`"to":"${mine}"`)
    api.always = undefined
    device.wakeUp('online')
    await untilSynced(device)
    // The deleted row itself stays unchanged for a while.
    const others = async (): Promise<string[]> =>
      (await readStoredText(userId)).split('\n').filter((line) => line.includes(mine) && !line.includes('"_deleted":true'))
    await until(async () => (await others()).length === 0, 'the passcode to go')
  })

  it('after the order was handed out elsewhere, and pulled', async () => {
    const { server, device, userId, orderId } = await openWorld()
    const change = { orderStatusId: { from: statusId['Dropped Off'], to: statusId['Picked up'] } }
    writeAtServer(server, userId, { action: 'update', collection: 'orders', id: orderId, changes: change })
    device.wakeUp('online')
    await untilCleared(device, orderId)
    await expectForgotten(userId)
  })

  it('after it was written here, sent, and cleared elsewhere: what was sent is kept for a server that goes back, without it', async () => {
    const { server, device, userId, orderId } = await openWorld()
    const mine = 'mine-1379'
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { passcode: mine, orderNotes: 'kept note' } }])
    await untilSynced(device)
    writeAtServer(server, userId, { action: 'update', collection: 'orders', id: orderId, changes: { passcode: { from: mine, to: null } } })
    device.wakeUp('online')
    await untilCleared(device, orderId)
    await expectForgotten(userId, mine)
    await expectForgotten(userId)
    expect((await readStoredText(userId)).split('kept note').length).toBeGreaterThan(2)
  })

  it('after its person has left the shop, however late the rest is written anew', async () => {
    const { server, device, userId, orderId } = await openWorld({ idleMs: neverIdleMs })
    const mine = 'mine-1379'
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: orderId, values: { passcode: mine } }])
    await untilSynced(device)
    server.addUser(userId, [otherShopId])
    device.wakeUp('online')
    await until(async () => (await device.rows.list('orders', shopId)).length === 0, 'the orders to leave')
    await expectForgotten(userId)
    await expectForgotten(userId, mine)
  })

  it('after the page was closed before anything could be written anew, and the app was opened again', async () => {
    const { device, open, userId, orderId } = await openWorld({ idleMs: neverIdleMs })
    await device.write(shopId, [clearing(orderId)])
    await untilSynced(device)
    await device.close()
    expect(await readStoredText(userId)).toContain(passcode)
    const again = await open(5)
    await expectForgotten(userId)
    expect(await readOrder(again, orderId)).toMatchObject({ passcode: null })
  })

  it('after it was pulled and the page closed, without the network at the next opening', async () => {
    const { server, api, device, open, userId, orderId } = await openWorld({ idleMs: neverIdleMs })
    writeAtServer(server, userId, clearOp(orderId))
    device.wakeUp('online')
    await untilCleared(device, orderId)
    await device.close()
    expect(await readStoredText(userId)).toContain(passcode)
    api.always = () => Promise.reject(new Error('offline'))
    await open(5)
    await expectForgotten(userId)
  })

  it('after its tab was closed, where another one stays open', async () => {
    const { device, open, userId, orderId } = await openWorld({ idleMs: neverIdleMs })
    const other = await open(5, 'other tab')
    await until(async () => (await readOrder(other, orderId)) !== undefined, 'the other tab to show the order')
    await device.write(shopId, [clearing(orderId)])
    await untilSynced(device)
    await device.close()
    await expectForgotten(userId)
    expect(await readOrder(other, orderId)).toMatchObject({ passcode: null })
  })

  it('after a version that noted nothing of it had cleared it', async () => {
    const { device, open, userId, orderId } = await openWorld({ idleMs: neverIdleMs })
    await device.write(shopId, [clearing(orderId)])
    await untilSynced(device)
    await device.close()
    const raw = await new Dexie(rowsDatabaseName(userId)).open()
    await raw.table('notes').where('key').startsWith('forgotten').delete()
    raw.close()
    await open(5)
    await expectForgotten(userId)
  })
})
