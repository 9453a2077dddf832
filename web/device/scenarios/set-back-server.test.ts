import 'fake-indexeddb/auto'
import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { Dexie } from 'dexie'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import { type ServerProcess, startServerProcess } from '#scripts/process-tests/server-process.ts'
import {
  closeTestDevices,
  customerInput,
  isWriteOf,
  testStorage,
  deviceState,
  faulty,
  type FaultyApi,
  fewCollections,
  offline,
  openTestDevice,
  orderInput,
  paymentInput,
  type TestDevice,
} from '../testing/test-device.ts'
import type { LocalStorage } from '../storage/row-database.ts'
import { OfflineError } from '../platform/server-port.ts'
import { defaultSizes } from '../platform/sizes.ts'
import { signInToServer } from '../testing/test-server-api.ts'
import type { Device } from '../device-types.ts'

let server: ServerProcess
let count = 0
let shopId = ''
let userIds: Record<string, string> = {}
const password = 'a long enough password'

beforeAll(async () => {
  server = await startServerProcess()
}, 180_000)
beforeEach(async () => {
  count += 1
  const ids = await server.seed({
    shops: [{ name: `North ${count}`, code: `north-${count}` }],
    users: ['lab', 'desk', 'van'].map((name) => ({
      loginId: `${name}-${count}`,
      password,
      shops: [`north-${count}`],
      privileges: ['delete_order', 'delete_customer'],
    })),
  })
  shopId = ids.shopIdByCode[`north-${count}`] ?? ''
  userIds = ids.userIdByLogin
})
afterEach(closeTestDevices)
afterAll(() => server.dispose())

type Opened = { device: TestDevice; api: FaultyApi }

const files = (): string[] => ['', '-wal', '-shm'].map((suffix) => path.join(server.dataDir, `mainspring.db${suffix}`))

async function snapshot(): Promise<void> {
  await rm(`${files()[0]}.copy`, { force: true })
  const sqlite = new BetterSqlite3(files()[0] ?? '')
  sqlite.prepare('vacuum into ?').run(`${files()[0]}.copy`)
  sqlite.close()
}

/** A server restart and several devices take long. */
async function patiently(check: () => unknown, what: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`Waited too long for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

const untilSynced = (device: Device): Promise<void> =>
  patiently(() => device.sync.status.get().state === 'synced' && device.sync.status.get().waiting === 0, 'synced')

async function goBack(): Promise<void> {
  await server.kill('SIGKILL')
  for (const file of files()) await rm(file, { force: true })
  await copyFile(path.join(server.dataDir, 'mainspring.db.copy'), files()[0] ?? '')
  await server.start()
}

async function openFor(name: string): Promise<Opened> {
  const loginId = `${name}-${count}`
  const api = faulty(await signInToServer(server.url, userIds[loginId] ?? '', loginId, password))
  const device = await openTestDevice({ userId: userIds[loginId] ?? '', api, storage: testStorage(`${loginId}-${v7()}`), deviceId: v7() })
  await untilSynced(device)
  return { device, api }
}

/** A device that dies between storing the next page of customers and its checkpoint. `reopen` opens what is left. */
async function openDying(name: string): Promise<Opened & { dieAtNextPage: () => void; reopen: () => Promise<TestDevice> }> {
  const loginId = `${name}-${count}`
  const userId = userIds[loginId] ?? ''
  const api = faulty(await signInToServer(server.url, userId, loginId, password))
  const inner = testStorage(`${loginId}-dying`)
  let isDying = false
  const storage: LocalStorage = {
    ...inner,
    async createStorageInstance(params) {
      const instance = await inner.createStorageInstance(params)
      const write = instance.bulkWrite.bind(instance)
      instance.bulkWrite = async (rows, context) => {
        const written = await write(rows, context)
        if (!isDying || !isWriteOf('customers', rows)) return written
        api.always = offline
        throw new Error('The page died.')
      }
      return instance
    },
  }
  const options = { userId, api, deviceId: v7() }
  const device = await openTestDevice({ ...options, storage })
  await untilSynced(device)
  const dieAtNextPage = (): void => {
    isDying = true
  }
  return { device, api, dieAtNextPage, reopen: () => openTestDevice({ ...options, storage: testStorage(`${loginId}-dying`) }) }
}

async function expectSame(one: Opened, other: Opened): Promise<void> {
  for (const { device } of [one, other]) {
    await device.sync.run()
    await untilSynced(device)
    await device.sync.run()
  }
  expect(await deviceState(one.device, [shopId], fewCollections)).toEqual(await deviceState(other.device, [shopId], fewCollections))
}

describe('a server whose disk goes back to an earlier state, without a restore', () => {
  it('gets back what its devices had sent since, once, and no device keeps what the others do not have', async () => {
    const lab = await openFor('lab')
    const desk = await openFor('desk')
    const customer = customerInput()
    await lab.device.write(shopId, [customer])
    await expectSame(lab, desk)
    await snapshot()
    const order = orderInput(customer.id)
    const payment = paymentInput(order.id, 25)
    const second = customerInput({ name: 'Grace Hopper' })
    for (const { device } of [lab, desk]) device.wakeUp('online')
    await lab.device.write(shopId, [order])
    await lab.device.write(shopId, [payment])
    await desk.device.write(shopId, [second])
    await expectSame(lab, desk)
    for (const { api } of [lab, desk]) api.always = offline
    await goBack()

    // Others write other rows meanwhile: the head is ahead of the position that both know.
    const van = await openFor('van')
    const strangers = Array.from({ length: 12 }, () => customerInput())
    for (const stranger of strangers) await van.device.write(shopId, [stranger])
    await untilSynced(van.device)

    await lab.device.write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { orderNotes: 'with its charger' } }])
    for (const { api, device } of [lab, desk]) {
      api.always = undefined
      device.wakeUp('online')
    }
    await patiently(() => lab.device.sync.status.get().waiting === 0 && desk.device.sync.status.get().waiting === 0, 'everything to be sent')
    await expectSame(lab, desk)
    await expectSame(lab, van)
    expect(await van.device.rows.read('orders', order.id)).toMatchObject({ orderNotes: 'with its charger' })
    expect(await van.device.rows.read('payments', payment.id)).toMatchObject({ paymentAmount: 25 })
    expect(await van.device.rows.read('customers', second.id)).toMatchObject({ name: 'Grace Hopper' })
    for (const { device } of [lab, desk]) expect(await device.refused.list()).toEqual([])
    for (const { device } of [lab, desk]) expect(await device.recovery.newer.list()).toEqual([])
    expect(await lab.device.recovery.setBack.read()).toMatchObject({ count: 2 })
    await lab.device.recovery.setBack.dismiss()
    expect(await lab.device.recovery.setBack.read()).toBeNull()
  }, 180_000)

  it('takes no deletion that had seen other rows under the same numbers', async () => {
    const lab = await openFor('lab')
    const customer = customerInput()
    const order = orderInput(customer.id)
    await lab.device.write(shopId, [customer])
    await lab.device.write(shopId, [order])
    await untilSynced(lab.device)
    await snapshot()
    for (let count = 0; count < 5; count += 1) await lab.device.write(shopId, [customerInput()])
    await lab.device.write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { itemDetails: 'Phone' } }])
    await untilSynced(lab.device)
    lab.api.always = offline
    await lab.device.write(shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
    await goBack()
    const van = await openFor('van')
    await van.device.write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { orderNotes: 'paid in cash' } }])
    await untilSynced(van.device)
    lab.api.always = undefined
    lab.device.wakeUp('online')
    await patiently(async () => (await lab.device.refused.list()).length === 1, 'the refusal')
    expect(await lab.device.refused.list()).toMatchObject([{ error: { code: 'CHANGED_SINCE', message: expect.stringContaining('Delete anyway?') as string } }])
    await expectSame(lab, van)
    expect(await van.device.rows.read('orders', order.id)).toMatchObject({ orderNotes: 'paid in cash', itemDetails: 'Phone' })
  }, 180_000)

  it('is noticed by a device that only looks on, also when nothing waits and its head has the same number', async () => {
    const lab = await openFor('lab')
    const desk = await openFor('desk')
    await snapshot()
    const lost = customerInput({ name: 'Lost' })
    await lab.device.write(shopId, [lost])
    await expectSame(lab, desk)
    await lab.device.close()
    desk.api.always = offline
    await goBack()
    const van = await openFor('van')
    const other = customerInput({ name: 'Other' })
    await van.device.write(shopId, [other])
    await untilSynced(van.device)
    desk.api.always = undefined
    await patiently(async () => (await desk.device.rows.read('customers', other.id)) !== undefined, 'the rows of now')
    await untilSynced(desk.device)
    await patiently(async () => (await desk.device.rows.read('customers', lost.id)) === undefined, 'the row of before to go')
    await expectSame(desk, van)
    expect(await desk.device.recovery.newer.list()).toMatchObject([{ collection: 'customers', id: lost.id, title: 'Lost', kind: 'missing' }])
  }, 180_000)

  it('is noticed by a device that died between the rows of a page and their checkpoint', async () => {
    const lab = await openFor('lab')
    const desk = await openDying('desk')
    await snapshot()
    const lost = customerInput({ name: 'Lost' })
    desk.dieAtNextPage()
    await lab.device.write(shopId, [lost])
    await patiently(() => desk.api.always === offline, 'the page')
    await desk.device.close()
    await lab.device.close()
    await goBack()
    const van = await openFor('van')
    const other = customerInput({ name: 'Other' })
    await van.device.write(shopId, [other])
    await untilSynced(van.device)
    const again = await desk.reopen()
    expect(await again.rows.read('customers', lost.id)).toMatchObject({ name: 'Lost' })
    desk.api.always = undefined
    again.wakeUp('online')
    await patiently(async () => (await again.rows.read('customers', other.id)) !== undefined, 'the rows of now')
    await expectSame({ device: again, api: desk.api }, van)
    expect(await again.rows.read('customers', lost.id)).toBeUndefined()
    expect(await again.recovery.newer.list()).toMatchObject([{ collection: 'customers', id: lost.id, title: 'Lost', kind: 'missing' }])
  }, 180_000)

  it('hazard 66: is noticed by a device that has rows only with the answer to a refused change', async () => {
    const writer = await openFor('van')
    const customer = customerInput()
    const order = orderInput(customer.id)
    await writer.device.write(shopId, [customer])
    await writer.device.write(shopId, [order])
    await untilSynced(writer.device)
    const way = await signInToServer(server.url, userIds[`lab-${count}`] ?? '', `lab-${count}`, password)
    let isFeedCut = false
    const api = faulty({
      ...way,
      pull: (request, signal) => (isFeedCut ? Promise.reject(new OfflineError()) : way.pull(request, signal)),
      openLive: (handlers) => way.openLive({ ...handlers, onRows: () => undefined }),
    })
    const device = await openTestDevice({ userId: userIds[`lab-${count}`] ?? '', api, deviceId: v7() })
    // An answered position from before: the server still holds it after the set-back.
    await device.write(shopId, [customerInput()])
    await untilSynced(device)
    await snapshot()
    api.always = offline
    isFeedCut = true
    const payment = paymentInput(order.id, 25)
    await writer.device.write(shopId, [payment])
    await untilSynced(writer.device)
    // Else it would send the payment again and hide the fault under test.
    await writer.device.close()
    await device.write(shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
    api.always = undefined
    device.wakeUp('online')
    await patiently(async () => (await device.refused.list()).length === 1, 'the refusal')
    await patiently(async () => (await device.rows.read('payments', payment.id)) !== undefined, 'what came with it')
    api.always = offline
    await goBack()
    const desk = await openFor('desk')
    for (let written = 0; written < 5; written += 1) await desk.device.write(shopId, [customerInput()])
    await untilSynced(desk.device)
    isFeedCut = false
    api.always = undefined
    device.wakeUp('online')
    await expectSame({ device, api }, desk)
    expect(await device.rows.read('payments', payment.id)).toBeUndefined()
    expect(await device.recovery.newer.list()).toMatchObject([{ collection: 'payments', id: payment.id, kind: 'missing' }])
  }, 180_000)

  it.each(['the same page goes on', 'a later page begins'])(
    'hazard 65: gives a row that had moved behind the first page of a pull which was cut off: %s',
    async (after) => {
      const lab = await openFor('lab')
      const way = await signInToServer(server.url, userIds[`desk-${count}`] ?? '', `desk-${count}`, password)
      const [moved, still] = [customerInput({ name: 'Moved' }), customerInput({ name: 'Still' })]
      for (const input of [moved, still]) await lab.device.write(shopId, [input])
      await untilSynced(lab.device)
      await snapshot()
      await lab.device.write(shopId, [{ action: 'update', collection: 'customers', id: moved.id, values: { name: 'Moved, and changed' } }])
      await untilSynced(lab.device)
      // Else it would send its change again and hide the fault under test.
      await lab.device.close()
      let isCut = false
      const api = faulty({
        ...way,
        async pull(request, signal) {
          if (isCut || request.collection !== 'customers' || request.checkpoint[shopId] === undefined) return way.pull(request, signal)
          isCut = true
          api.always = offline
          throw new OfflineError()
        },
      })
      const options = { userId: userIds[`desk-${count}`] ?? '', api, deviceId: v7(), sizes: { ...defaultSizes, pageMin: 1, pageMax: 1 } }
      let device = await openTestDevice({ ...options, storage: testStorage(`desk-${count}-paged`) })
      await patiently(async () => isCut && (await device.rows.read('customers', still.id)), 'the first page')
      expect(await device.rows.read('customers', moved.id)).toBeUndefined()
      if (after === 'a later page begins') {
        await device.close()
        device = await openTestDevice({ ...options, storage: testStorage(`desk-${count}-paged`) })
      }
      await goBack()
      api.always = undefined
      device.wakeUp('online')
      await untilSynced(device)
      await device.sync.run()
      expect(await device.rows.read('customers', moved.id)).toMatchObject({ name: 'Moved' })
      expect(await device.rows.read('customers', still.id)).toMatchObject({ name: 'Still' })
      expect(await device.recovery.newer.list()).toEqual([])
    },
    180_000,
  )

  it('gets back what was sent by a device whose storage was emptied since, in front of what waits there', async () => {
    const lab = await openFor('lab')
    await snapshot()
    const customer = customerInput({ name: 'Sent' })
    const order = orderInput(customer.id)
    await lab.device.write(shopId, [customer])
    await lab.device.write(shopId, [order])
    await untilSynced(lab.device)
    for (const name of await Dexie.getDatabaseNames()) if (name.includes(userIds[`lab-${count}`] ?? '') && !name.startsWith('pubkey.')) await Dexie.delete(name)
    lab.device.wakeUp('visible')
    await patiently(() => lab.device.sync.status.get().problem !== null, 'the notice')
    lab.device.wakeUp('online')
    await untilSynced(lab.device)
    lab.api.always = offline
    await goBack()
    const payment = paymentInput(order.id, 25)
    await lab.device.write(shopId, [payment])
    lab.api.always = undefined
    lab.device.wakeUp('online')
    const van = await openFor('van')
    await patiently(async () => (await van.device.rows.read('payments', payment.id)) !== undefined, 'everything to be sent')
    await expectSame(lab, van)
    expect(await van.device.rows.read('orders', order.id)).toMatchObject({ customerId: customer.id })
    expect(await lab.device.refused.list()).toEqual([])
    expect(await lab.device.recovery.newer.list()).toEqual([])
  }, 180_000)
})

describe('rows that are newer than the server', () => {
  async function loseTwo() {
    const lab = await openFor('lab')
    const kept = customerInput({ name: 'Kept' })
    await lab.device.write(shopId, [kept])
    await untilSynced(lab.device)
    const desk = await openFor('desk')
    await snapshot()
    const customer = customerInput({ name: 'Newer' })
    const order = orderInput(customer.id)
    await lab.device.write(shopId, [customer])
    await lab.device.write(shopId, [order])
    await lab.device.write(shopId, [{ action: 'update', collection: 'customers', id: kept.id, values: { name: 'Kept, and changed' } }])
    await expectSame(lab, desk)
    await lab.device.close()
    desk.api.always = offline
    await goBack()
    desk.api.always = undefined
    desk.device.wakeUp('online')
    await patiently(async () => (await desk.device.recovery.newer.list()).length === 3, 'the list')
    await untilSynced(desk.device)
    return { desk, customer, order, kept }
  }

  it('stand on a list, and one press sends them again in the order in which they hang together', async () => {
    const { desk, customer, order, kept } = await loseTwo()
    expect((await desk.device.recovery.newer.list()).map(({ collection, title, kind }) => [collection, title, kind])).toEqual([
      ['customers', 'Kept, and changed', 'older'],
      ['customers', 'Newer', 'missing'],
      ['orders', 'iPhone 12', 'missing'],
    ])
    expect(await desk.device.rows.read('customers', kept.id)).toMatchObject({ name: 'Kept' })
    await desk.device.recovery.newer.send()
    await patiently(() => desk.device.sync.status.get().waiting === 0, 'everything to be sent')
    expect(await desk.device.recovery.newer.list()).toEqual([])
    expect(await desk.device.refused.list()).toEqual([])
    const van = await openFor('van')
    await expectSame(desk, van)
    expect(await van.device.rows.read('customers', customer.id)).toMatchObject({ name: 'Newer' })
    expect(await van.device.rows.read('customers', kept.id)).toMatchObject({ name: 'Kept, and changed' })
    expect(await van.device.rows.read('orders', order.id)).toMatchObject({ itemDetails: 'iPhone 12', customerId: customer.id })
  }, 180_000)

  it('leave the list by themselves when another device sent them', async () => {
    const { desk, customer } = await loseTwo()
    const van = await openFor('van')
    await van.device.write(shopId, [customer])
    await untilSynced(van.device)
    await patiently(async () => (await desk.device.recovery.newer.list()).every(({ id }) => id !== customer.id), 'the customer to leave the list')
    expect(await desk.device.recovery.newer.list()).toHaveLength(2)
  }, 180_000)

  it('can be let go, and put back on the list', async () => {
    const { desk, order } = await loseTwo()
    const [entry] = (await desk.device.recovery.newer.list()).filter(({ id }) => id === order.id)
    const letGo = await desk.device.recovery.newer.letGo(entry === undefined ? [] : [entry.key])
    expect(await desk.device.recovery.newer.list()).toHaveLength(2)
    await desk.device.recovery.newer.putBack(letGo)
    expect(await desk.device.recovery.newer.list()).toHaveLength(3)
  }, 180_000)
})
