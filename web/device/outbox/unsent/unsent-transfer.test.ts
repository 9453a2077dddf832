import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DeviceOptions } from '../../device.ts'
import type { LocalStorage } from '../../storage/row-database.ts'
import type { ChannelPort } from '../../platform/ports.ts'
import {
  closeTestDevices,
  customerInput,
  deviceState,
  testStorage,
  faulty,
  offline,
  openTestDevice,
  orderInput,
  paymentInput,
  until,
  untilSynced,
} from '../../testing/test-device.ts'
import { ModelServer } from '../../testing/test-model-server.ts'
import type { Device } from '../../device-types.ts'

const ownFactory = Dexie.dependencies.indexedDB

afterEach(async () => {
  await closeTestDevices()
  // Later test files share the process and need the default factory.
  Dexie.dependencies.indexedDB = ownFactory
})

const shopId = v7()
const silentChannel = (): ChannelPort => ({ post: () => undefined, listen: () => undefined, close: () => undefined })

/** RxDB tracks open databases by name, so each device needs its own names. */
function ownDisk(deviceId: string): LocalStorage {
  const inner = testStorage(deviceId)
  return { ...inner, createStorageInstance: (params) => inner.createStorageInstance({ ...params, databaseName: `${params.databaseName}-${deviceId}` }) }
}

/** One user with several devices, each with its own disk, clock and network. */
function world() {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const openOn = async (deviceId: string, options: Partial<DeviceOptions> = {}) => {
    const api = faulty(server.apiOf(userId))
    Dexie.dependencies.indexedDB = new IDBFactory()
    const device = await openTestDevice({ userId, api, deviceId, storage: ownDisk(deviceId), openChannel: silentChannel, ...options })
    await untilSynced(device)
    return { api, device }
  }
  return { server, userId, openOn }
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  )
const waitingIds = (device: Device): string[] => device.outbox.waiting.get().map(({ mutationId }) => mutationId)

describe('changes that travel as a file', () => {
  it('show at once on the other device, in order, land once, and have no second effect from the first one', async () => {
    const { server, openOn } = world()
    const a = await openOn('a')
    const b = await openOn('b')
    a.api.always = offline
    b.api.always = offline
    const customer = customerInput()
    const order = orderInput(customer.id)
    await a.device.write(shopId, [customer, order])
    await a.device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { name: 'Ada King' } }])
    await a.device.write(shopId, [paymentInput(order.id, 25)])
    const { text, fileName, changes } = await a.device.outbox.exportFile()
    expect(changes).toBe(3)
    expect(fileName).toMatch(/^mainspring-unsent-.+-\d{4}-\d\d-\d\d\.json$/)

    expect(await b.device.outbox.previewImport(text)).toMatchObject({ refused: 0, alreadyHere: 0, changes: [{}, {}, {}] })
    expect(await b.device.outbox.count()).toBe(0)
    expect(await b.device.outbox.importFile(text)).toEqual({ changes: 3, refused: 0, alreadyHere: 0 })
    expect(waitingIds(b.device)).toEqual(waitingIds(a.device))
    expect(await b.device.rows.read('customers', customer.id)).toMatchObject({ name: 'Ada King' })
    expect(await deviceState(b.device, [shopId])).toEqual(await deviceState(a.device, [shopId]))
    expect(b.device.outbox.isUnsent('orders', order.id)).toBe(true)
    expect(b.device.sync.status.get().waiting).toBe(3)

    b.api.always = undefined
    b.device.wakeUp('online')
    await untilSynced(b.device)
    expect(server.applied).toHaveLength(3)
    server.write([...server.users.keys()][0] ?? '', shopId, [
      { action: 'update', collection: 'customers', id: customer.id, changes: { name: { from: 'Ada King', to: 'Countess Ada' } } },
    ])
    a.api.always = undefined
    a.device.wakeUp('online')
    await untilSynced(a.device)
    expect(server.applied).toHaveLength(4)
    await b.device.sync.run()
    for (const { device } of [a, b]) expect(await deviceState(device, [shopId])).toEqual(server.state())
    expect(await a.device.rows.read('customers', customer.id)).toMatchObject({ name: 'Countess Ada' })
  })

  it('are taken once, however often the file is imported, also on the device that wrote it', async () => {
    const { server, openOn } = world()
    const a = await openOn('a')
    a.api.always = offline
    await a.device.write(shopId, [customerInput()])
    const { text } = await a.device.outbox.exportFile()
    expect(await a.device.outbox.importFile(text)).toEqual({ changes: 0, refused: 0, alreadyHere: 1 })
    const b = await openOn('b')
    b.api.always = offline
    const receipts = await Promise.all([b.device.outbox.importFile(text), b.device.outbox.importFile(text)])
    expect(receipts.map(({ changes }) => changes).toSorted((one, other) => one - other)).toEqual([0, 1])
    b.api.always = undefined
    b.device.wakeUp('online')
    await untilSynced(b.device)
    // It was sent already: it waits again, and the server repeats its answer.
    expect(await b.device.outbox.importFile(text)).toEqual({ changes: 1, refused: 0, alreadyHere: 0 })
    await untilSynced(b.device)
    expect(server.applied).toHaveLength(1)
    expect(await deviceState(b.device, [shopId])).toEqual(server.state())
  })

  it('stand behind what the other device has typed of the same row', async () => {
    const { server, openOn } = world()
    const a = await openOn('a')
    const customer = customerInput()
    await a.device.write(shopId, [customer])
    await untilSynced(a.device)
    const b = await openOn('b')
    a.api.always = offline
    b.api.always = offline
    const edit = (values: Record<string, string>) => [{ action: 'update', collection: 'customers', id: customer.id, values } as const]
    await b.device.write(shopId, edit({ name: 'From B', email: 'b@example.com' }))
    await a.device.write(shopId, edit({ name: 'From A' }))
    await b.device.outbox.importFile((await a.device.outbox.exportFile()).text)
    expect(await b.device.rows.read('customers', customer.id)).toMatchObject({ name: 'From A', email: 'b@example.com' })
    b.api.always = undefined
    b.device.wakeUp('online')
    await untilSynced(b.device)
    expect(await deviceState(b.device, [shopId])).toEqual(server.state())
    expect(await b.device.rows.read('customers', customer.id)).toMatchObject({ name: 'From A', email: 'b@example.com' })
  })

  it('take what went with a deleted order away with it, and give all of it back when the server knows better', async () => {
    const { server, openOn } = world()
    const a = await openOn('a')
    const customer = customerInput()
    const order = orderInput(customer.id)
    const payment = paymentInput(order.id, 10)
    await a.device.write(shopId, [customer, order, payment])
    await untilSynced(a.device)
    const b = await openOn('b')
    a.api.always = offline
    b.api.always = offline
    await a.device.write(shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
    await b.device.outbox.importFile((await a.device.outbox.exportFile()).text)
    expect(await b.device.rows.read('orders', order.id)).toBeUndefined()
    expect(await b.device.rows.read('payments', payment.id)).toBeUndefined()
    b.api.always = undefined
    b.device.wakeUp('online')
    await untilSynced(b.device)
    expect(await deviceState(b.device, [shopId])).toEqual(server.state())
  })

  it('of a lost shop are refused by the server and listed, the others land', async () => {
    const { server, userId, openOn } = world()
    const lostShopId = v7()
    server.addUser(userId, [shopId, lostShopId])
    const a = await openOn('a')
    a.api.always = offline
    const kept = customerInput()
    await a.device.write(lostShopId, [customerInput({ name: 'Lost Lou' })])
    await a.device.write(shopId, [kept])
    const { text } = await a.device.outbox.exportFile()
    server.addUser(userId, [shopId])
    const b = await openOn('b')
    await b.device.outbox.importFile(text)
    await untilSynced(b.device)
    await until(() => b.device.refused.changes.get().length === 1, 'the refusal')
    expect(b.device.refused.changes.get()[0]).toMatchObject({ shopId: lostShopId, error: { code: 'FORBIDDEN' }, summary: "Customer 'Lost Lou' created" })
    expect(await deviceState(b.device, [shopId])).toEqual(server.state())
    expect(await b.device.rows.read('customers', kept.id)).toBeDefined()
  })

  it('bring the refused ones along, once, without telling of them as new', async () => {
    const { server, openOn } = world()
    const a = await openOn('a')
    const customer = customerInput()
    await a.device.write(shopId, [customer])
    await untilSynced(a.device)
    a.api.always = offline
    server.write([...server.users.keys()][0] ?? '', shopId, [{ action: 'delete', collection: 'customers', id: customer.id }])
    await a.device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { email: 'late@example.com' } }])
    a.api.always = undefined
    a.device.wakeUp('online')
    await until(() => a.device.refused.changes.get().length === 1, 'the refusal')
    const { text, refused } = await a.device.outbox.exportFile()
    expect(refused).toBe(1)
    const b = await openOn('b')
    const told: string[] = []
    b.device.refused.onRefused(({ id }) => told.push(id))
    expect(await b.device.outbox.importFile(text)).toEqual({ changes: 0, refused: 1, alreadyHere: 0 })
    expect(b.device.refused.changes.get()).toEqual(a.device.refused.changes.get())
    expect(b.device.sync.status.get().attention).toBe(1)
    expect(await b.device.outbox.importFile(text)).toEqual({ changes: 0, refused: 0, alreadyHere: 1 })
    expect(told).toEqual([])
  })

  it('are all taken or none: a broken file and one of another user change nothing', async () => {
    const { openOn } = world()
    const a = await openOn('a')
    a.api.always = offline
    await a.device.write(shopId, [customerInput()])
    await a.device.write(shopId, [customerInput()])
    const { text } = await a.device.outbox.exportFile()
    const b = await openOn('b')
    const stranger = await world().openOn('stranger')
    const raw = JSON.parse(text) as { mutations: { mutation: { at: unknown } }[] }
    const last = raw.mutations.at(-1)
    if (last !== undefined) last.mutation.at = 'noon'
    expect(await failure(b.device.outbox.importFile(JSON.stringify(raw)))).toMatchObject({
      code: 'VALIDATION',
      message: 'Change 2 of 2 in the file is damaged: mutation.at: Date is not valid.',
    })
    expect(await failure(stranger.device.outbox.importFile(text))).toMatchObject({ code: 'FORBIDDEN' })
    for (const { device } of [b, stranger]) {
      expect(await device.outbox.count()).toBe(0)
      expect(await deviceState(device, [shopId])).toEqual(new Map())
    }
  })

  it('survive a crash right after they were stored: the next start shows and sends them', async () => {
    const { server, userId, openOn } = world()
    const a = await openOn('a')
    a.api.always = offline
    const customer = customerInput()
    await a.device.write(shopId, [customer])
    const { text } = await a.device.outbox.exportFile()
    await a.device.close()

    const inner = ownDisk('b')
    let isBroken = false
    const storage: typeof inner = {
      ...inner,
      async createStorageInstance(params) {
        const instance = await inner.createStorageInstance(params)
        const write = instance.bulkWrite.bind(instance)
        instance.bulkWrite = async (rows, context) =>
          isBroken ? Promise.reject(new DOMException('The quota has been exceeded.', 'QuotaExceededError')) : write(rows, context)
        return instance
      },
    }
    const b = await openOn('b', { storage })
    b.api.always = offline
    isBroken = true
    expect(await b.device.outbox.importFile(text)).toMatchObject({ changes: 1 })
    expect(await b.device.rows.read('customers', customer.id)).toBeUndefined()
    expect(b.device.sync.status.get().problem).toMatch(/storage of this device is full/)
    await b.device.close()
    isBroken = false
    const again = await openTestDevice({ userId, api: b.api, deviceId: 'b', storage, openChannel: silentChannel })
    expect(await again.rows.read('customers', customer.id)).toMatchObject({ name: 'Ada Lovelace' })
    b.api.always = undefined
    again.wakeUp('online')
    await untilSynced(again)
    expect(server.applied).toHaveLength(1)
  })

  it('are sent in the name and by the clock of the device they were made on', async () => {
    const { server, openOn } = world()
    // The server's clock stands at server.now; A is an hour behind it, B two hours ahead.
    const at = (hours: number) => () => new Date(server.now.getTime() + hours * 3_600_000)
    const a = await openOn('a', { clock: at(-1) })
    const b = await openOn('b', { clock: at(2) })
    a.api.always = offline
    b.api.always = offline
    await a.device.write(shopId, [customerInput()])
    await b.device.write(shopId, [customerInput()])
    await b.device.outbox.importFile((await a.device.outbox.exportFile()).text)
    // On a third device: B only carries it, so A's clock counts.
    const c = await openOn('c', { clock: at(0) })
    await c.device.outbox.importFile((await b.device.outbox.exportFile()).text)
    await untilSynced(c.device)
    const sent = server.pushes.map(({ deviceId, deviceTime, mutations }) => ({
      deviceId,
      trueTime: Date.parse(mutations[0]?.at ?? '') + server.now.getTime() - Date.parse(deviceTime),
    }))
    expect(sent).toEqual([
      { deviceId: 'b', trueTime: server.now.getTime() },
      { deviceId: 'a', trueTime: server.now.getTime() },
    ])
  })

  it('are saved as a file from a device whose storage is full', async () => {
    const { openOn } = world()
    const { api, device } = await openOn('a')
    api.always = offline
    await device.write(shopId, [customerInput()])
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    const saved = await device.outbox.exportFile().finally(() => full.mockRestore())
    expect(saved.changes).toBe(1)
  })

  it('that cannot be stored for want of space are all left out, and the device says so', async () => {
    const { openOn } = world()
    const a = await openOn('a')
    a.api.always = offline
    await a.device.write(shopId, [customerInput()])
    const { text } = await a.device.outbox.exportFile()
    const b = await openOn('b')
    b.api.always = offline
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    expect(await failure(b.device.outbox.importFile(text))).toMatchObject({ code: 'UNAVAILABLE' })
    full.mockRestore()
    expect(await b.device.outbox.count()).toBe(0)
    expect(await b.device.outbox.importFile(text)).toMatchObject({ changes: 1 })
  })
})
