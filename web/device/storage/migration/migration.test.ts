import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Dexie } from 'dexie'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { Collection, LocalKey } from '#schema/collection.ts'
import { collectionNames } from '#schema/collections/index.ts'
import { optionalText } from '#schema/fields.ts'
import type { LocalFixture } from '../../testing/fixtures/local-fixture.ts'
import { dumpDatabases, loadDatabases, type RawDatabase } from '../../testing/fixtures/raw-databases.ts'
import type { OpeningStep } from '../../opening.ts'
import { closeTestDevices, faulty, offline, openTestDevice } from '../../testing/test-device.ts'
import { ModelServer } from '../../testing/test-model-server.ts'
import { smallestPackedSizes } from '../../testing/packed-sizes.ts'
import { localVersion } from '../local-version.ts'
import { formerRowsPrefix, rowsDatabaseName, rowStorage } from '../row-database.ts'
import { openDeviceStore } from '../unsent-store.ts'
import { watchForDeath } from '../../testing/test-dying-page.ts'
import { migrateRows } from './migration.ts'
import { loadVersion, type Redeclaration, type Version } from '../../testing/test-versions.ts'

const shopId = v7()

const oldKey: LocalKey = { maxLength: 80, revision: 0, of: (row: { id: string }) => `old ${row.id}` }

/** The version before: two fields had not come yet, one has gone since, the list keys were other ones, and so was an index. */
const before: Redeclaration = {
  orders: (present): Collection => {
    const { quotedCost: _quotedCost, repeat: _repeat, ...fields } = present.fields
    return { ...present, fields: { ...fields, shelf: optionalText('Shelf') }, localKeys: { sortKey: oldKey }, localIndexes: [['shopId', 'createdAt']] }
  },
  customers: (present): Collection => ({ ...present, localKeys: { ...present.localKeys, sortKey: oldKey } }),
}

let older: Version
let present: Version
const page = watchForDeath()

beforeAll(async () => {
  older = await loadVersion(1, before)
  present = await loadVersion(2)
})
afterEach(async () => {
  await Promise.all([older.closeTestDevices(), present.closeTestDevices(), closeTestDevices()])
})

/** A server of the present version that knows a shop with work in it, and a device of the version before with work of its own waiting. */
async function workOfBefore() {
  const server = new present.ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const api = older.faulty(server.apiOf(userId))
  const customer = older.customerInput({ customerNotes: 'rings twice' })
  const orders = [1, 2, 3, 4].map((index) => older.orderInput(customer.id, { itemDetails: `Item ${index}` }))
  const create = ({ collection, id, values }: { collection: 'customers' | 'orders'; id: string; values: object }) =>
    server.write(userId, shopId, [{ action: 'create', collection, id, values: values as never }])
  expect(create(customer as never).outcome).toBe('applied')
  for (const order of orders) expect(create({ ...order, values: { ...order.values, quotedCost: '90', dueTimestamp: null } }).outcome).toBe('applied')
  // Some rows lie in segments, some beside them.
  const device = await older.open({ userId, api, storage: older.testStorage('version 1', 1, smallestPackedSizes) })
  await older.untilSynced(device)
  api.always = older.offline
  // The fourth one is touched by nothing that waits: only the update brings it into shape.
  const [first, second, third, untouched] = orders.map(({ id }) => id) as [string, string, string, string]
  const added = older.orderInput(customer.id, { itemDetails: 'Made offline', orderNotes: 'first line' })
  const mutations = [
    [older.customerInput({ name: 'New One' }), added],
    [{ action: 'update', collection: 'orders', id: first, values: { orderStatusId: older.statusId.Diagnosis } }],
    [{ action: 'update', collection: 'orders', id: second, values: { orderNotes: 'typed before the update' } }],
    [older.paymentInput(second, 12)],
    [{ action: 'delete', collection: 'orders', id: third }],
  ] as const
  const waiting: string[] = []
  for (const mutation of mutations) waiting.push((await device.write(shopId, mutation)).mutationId ?? '')
  await device.drafts.save('order-edit', { orderNotes: 'half a sen' })
  await device.close()
  return { server, userId, api, ids: { customer: customer.id, first, second, third, untouched, added: added.id }, waiting }
}

type World = Awaited<ReturnType<typeof workOfBefore>>

/** What the new version must show without having met the server. */
async function expectWhole({ userId, api, ids, waiting }: World, steps: OpeningStep[] = []) {
  api.always = present.offline
  const device = await present.open({ userId, api, onOpening: (step) => steps.push(step) })
  const rows = await device.rows.list('orders', shopId)
  expect(rows.map(({ itemDetails }) => itemDetails).toSorted()).toEqual(['Item 1', 'Item 2', 'Item 4', 'Made offline'])
  for (const row of rows) {
    expect(row).toMatchObject({ quotedCost: null, repeat: false })
    expect(row).not.toHaveProperty('shelf')
    expect((row as unknown as { sortKey: string }).sortKey).not.toMatch(/^old/)
  }
  const rowById = new Map(rows.map((row) => [row.id, row]))
  expect(rowById.get(ids.first)?.orderStatusId).toBe(present.statusId.Diagnosis)
  expect(rowById.get(ids.second)?.orderNotes).toBe('typed before the update')
  expect(device.outbox.waiting.get().map(({ mutationId }) => mutationId)).toEqual(waiting)
  expect((await device.drafts.listLeft()).map(({ value }) => value)).toContainEqual({ orderNotes: 'half a sen' })
  const customers = await device.rows.list('customers', shopId)
  expect(customers).toHaveLength(2)
  for (const row of customers) expect((row as unknown as { sortKey: string }).sortKey).not.toMatch(/^old/)
  return device
}

/** Everything lands once, and what the older version could not hold comes. */
async function expectLanding({ server, api, ids, waiting }: World, device: Awaited<ReturnType<typeof expectWhole>>) {
  api.always = undefined
  device.wakeUp('online')
  await present.untilSynced(device)
  await present.until(async () => (await device.rows.read('orders', ids.untouched))?.quotedCost === '90', 'the value that the older version did not know')
  expect(server.applied.filter((id) => waiting.includes(id))).toEqual(waiting)
  expect(server.refused).toEqual([])
  await present.until(async () => (await device.rows.list('orders', shopId)).every(({ seq }) => seq > 0), 'the rows to come again')
  expect(await present.deviceState(device, [shopId])).toEqual(server.state())
}

describe('the local data of an older version', () => {
  it('hazard 40: shows without a network in the new shape with what waits on top, and the changes land once, in order', async () => {
    const world = await workOfBefore()
    const steps: OpeningStep[] = []
    const device = await expectWhole(world, steps)
    expect(steps.at(-1)).toEqual({ step: 'updating', done: 7, total: 7 })
    await expectLanding(world, device)
    await device.close()
    // The second start finds nothing to do.
    steps.length = 0
    await (await present.open({ userId: world.userId, api: world.api, onOpening: (step) => steps.push(step) })).close()
    expect(steps).toEqual([])
  })

  it('hazard 40: is whole after the page died at any write of the update', async () => {
    const world = await workOfBefore()
    const left = (await dumpDatabases()).filter(({ name }) => name.includes(world.userId))
    let deaths = 0
    for (let write = 0; ; write++) {
      await restoreDatabases(left)
      page.dieAtWrite(write)
      const opened = await present.open({ userId: world.userId, api: world.api }).catch(() => undefined)
      await opened?.close().catch(() => undefined)
      const hasDied = page.revive()
      if (hasDied) deaths++
      const device = await expectWhole(world)
      if (!hasDied) {
        await expectLanding(world, device)
        break
      }
      await device.close()
    }
    expect(deaths).toBeGreaterThan(5)
  }, 120_000)

  it('hazard 40: is updated in pieces, with progress, and each row once', async () => {
    const server = new present.ModelServer()
    const userId = v7()
    server.addUser(userId, [shopId])
    const customerId = v7()
    server.write(userId, shopId, [{ action: 'create', collection: 'customers', id: customerId, values: { name: 'Many', countryCode: null, phone: null } }])
    for (let index = 0; index < 2_200; index++) {
      server.write(userId, shopId, [
        {
          action: 'create',
          collection: 'orders',
          id: v7(),
          values: { customerId, itemDetails: `Item ${index}`, quotedCost: '5', dueTimestamp: null, orderStatusId: present.statusId['Dropped Off'] },
        },
      ])
    }
    const collections = ['orders'] as const
    const first = await older.open({ userId, api: server.apiOf(userId), collections })
    await older.until(async () => (await first.rows.list('orders', shopId)).length === 2_200, 'the rows')
    await first.close()
    const steps: OpeningStep[] = []
    const device = await present.open({ userId, api: present.faulty(server.apiOf(userId)), collections, onOpening: (step) => steps.push(step) })
    expect(steps.map((step) => (step.step === 'updating' ? [step.done, step.total] : step))).toEqual([
      [1_000, 2_200],
      [2_000, 2_200],
      [2_200, 2_200],
    ])
    await present.until(async () => (await device.rows.list('orders', shopId)).every(({ seq }) => seq > 0), 'the rows to come again')
    const held = await present.deviceState(device, [shopId], collections)
    expect(held.size).toBe(2_200)
    expect(held).toEqual(new Map([...server.state()].filter(([key]) => held.has(key))))
  }, 60_000)
})

describe.each([1, 4])('rows that version %i kept in a database for each collection', (version) => {
  it('hazard 40: are whole, with everything that waits, after the page died at any write of their move', async () => {
    const file = path.join(import.meta.dirname, '..', '..', 'testing', 'fixtures', `local-version-${version}.json`)
    const { databases, userId, shopId: frozenShopId } = JSON.parse(readFileSync(file, 'utf8')) as LocalFixture
    const outbox = databases.find(({ name }) => name.startsWith('mainspring-device-'))?.stores.find(({ name }) => name === 'outbox')?.records
    const waiting = (outbox as { mutation: { id: string } }[]).map(({ mutation }) => mutation.id)
    const api = faulty(new ModelServer().apiOf(userId))
    api.always = offline
    const collections = ['customers', 'orders', 'payments', 'products'] as const
    const openNow = () => openTestDevice({ userId, api, collections, storage: rowStorage(), deviceId: v7() })
    let deaths = 0
    for (let write = 0; ; write++) {
      await restoreDatabases(databases)
      page.dieAtWrite(write)
      const opened = await openNow().catch(() => undefined)
      await opened?.close().catch(() => undefined)
      const hasDied = page.revive()
      if (hasDied) deaths++
      const device = await openNow()
      expect(device.outbox.waiting.get().map(({ mutationId }) => mutationId)).toEqual(waiting)
      expect((await device.rows.list('orders', frozenShopId)).map(({ itemDetails }) => itemDetails).toSorted()).toEqual([
        'Item 1',
        'Item 2',
        'Made without a network',
      ])
      expect((await device.rows.list('payments', frozenShopId)).map(({ paymentAmount }) => paymentAmount).toSorted((a, b) => a - b)).toEqual([12, 20.5])
      expect(await device.rows.list('products', frozenShopId)).toMatchObject([{ inventoryCount: 8 }])
      expect(await device.rows.list('customers', frozenShopId)).toHaveLength(3)
      expect((await device.drafts.listLeft()).map(({ value }) => value)).toEqual([{ values: { itemDetails: 'Half typed' }, opened: {} }])
      await device.close()
      expect((await indexedDB.databases()).filter(({ name = '' }) => name.startsWith(formerRowsPrefix(userId)))).toEqual([])
      if (!hasDied) break
    }
    expect(deaths).toBeGreaterThan(10)
  }, 120_000)
})

describe('the local data of a newer version', () => {
  it('hazard 40: is left exactly as it is by an older app, which says so', async () => {
    const world = await workOfBefore()
    await (await expectWhole(world)).close()
    const dump = async () => (await dumpDatabases()).filter(({ name }) => name.includes(world.userId) && !name.startsWith('pubkey.'))
    const left = await dump()
    await expect(older.open({ userId: world.userId, api: world.api })).rejects.toMatchObject({ name: 'NewerLocalDataError' })
    expect(await dump()).toEqual(left)
    await expectLanding(world, await expectWhole(world))
  })
})

describe('an older version that is open while a newer one comes', () => {
  it('hazard 41: finishes what it is storing, lets go, and everything it wrote is there', async () => {
    const world = await workOfBefore()
    const old = await older.open({ userId: world.userId, api: world.api })
    const late = old.write(shopId, [{ action: 'update', collection: 'customers', id: world.ids.customer, values: { email: 'late@example.com' } }])
    const told = new Promise<void>((resolve) => void old.outdated.subscribe(resolve))
    const opening = expectWhole({ ...world, waiting: [...world.waiting, expect.any(String) as string] })
    await told
    // What is typed until the store closes is still kept.
    await old.drafts.save('customer-add', { name: 'Halfw' })
    const { mutationId } = await late
    const device = await opening
    expect(device.outbox.waiting.get().at(-1)?.mutationId).toBe(mutationId)
    expect((await device.drafts.listLeft()).map(({ value }) => value)).toContainEqual({ name: 'Halfw' })
    await expect(old.write(shopId, [older.customerInput({ name: 'Too late' })])).rejects.toThrow(/abort/i)
    await expectLanding({ ...world, waiting: [...world.waiting, mutationId ?? ''] }, device)
  })

  it('hazard 41: that is frozen keeps the update waiting, visibly, until it is gone', async () => {
    const world = await workOfBefore()
    const frozen = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(`mainspring-device-${world.userId}`)
      request.onsuccess = () => resolve(request.result)
    })
    const steps: OpeningStep[] = []
    let isOpen = false
    const opening = expectWhole(world, steps).then((device) => {
      isOpen = true
      return device
    })
    await present.until(() => steps.some(({ step }) => step === 'blocked'), 'the wait to show')
    expect(isOpen).toBe(false)
    frozen.close()
    await expectLanding(world, await opening)
  })
})

/** As they were, whatever has happened since. */
async function restoreDatabases(databases: RawDatabase[]): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) await Dexie.delete(name)
  await loadDatabases(databases)
}

describe('a new device', () => {
  it('gets no database of rows by the migration: who works with it makes it, once', async () => {
    const userId = v7()
    const store = await openDeviceStore(userId)
    const progress: number[] = []
    await migrateRows({ userId, store, version: localVersion, collections: collectionNames, onProgress: (done) => progress.push(done) })
    expect(await Dexie.getDatabaseNames()).not.toContain(rowsDatabaseName(userId))
    expect(progress).toEqual([])
    expect(await store.meta.get('rows')).toMatchObject({ value: { version: localVersion } })
    store.close()
  })
})
