import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { Collection } from '#schema/collection.ts'
import { optionalText } from '#schema/fields.ts'
import { dumpDatabases, loadDatabases, type RawDatabase } from '../testing/fixtures/raw-databases.ts'
import { smallestPackedSizes } from '../testing/packed-sizes.ts'
import { watchForDeath } from '../testing/test-dying-page.ts'
import { loadVersion, type Redeclaration, type Version } from '../testing/test-versions.ts'

const shopId = v7()

/** The older version lacks two fields and has one that is gone since. */
const before: Redeclaration = {
  orders: (present): Collection => {
    const { quotedCost: _quotedCost, repeat: _repeat, ...fields } = present.fields
    return { ...present, fields: { ...fields, shelf: optionalText('Shelf') } }
  },
}

let older: Version
/** The same storage version with other fields. */
let present: Version
let raised: Version
const page = watchForDeath()

beforeAll(async () => {
  older = await loadVersion(1, before)
  present = await loadVersion(1)
  raised = await loadVersion(2)
})
afterEach(async () => {
  await Promise.all([older, present, raised].map((version) => version.closeTestDevices()))
})

/** A server with a shop's data, and a device of the older version with waiting changes. */
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
  const device = await older.open({ userId, api, storage: older.testStorage('version 1', 1, smallestPackedSizes) })
  await older.untilSynced(device)
  api.always = older.offline
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

async function expectWork({ userId, api, ids, waiting }: World, version: Version, onBlocked?: () => void) {
  api.always = version.offline
  const device = await version.open({ userId, api, ...(onBlocked && { onBlocked }) })
  expect(device.outbox.waiting.get().map(({ mutationId }) => mutationId)).toEqual(waiting)
  expect((await device.drafts.listLeft()).map(({ value }) => value)).toContainEqual({ orderNotes: 'half a sen' })
  const rows = await device.rows.list('orders', shopId)
  const rowById = new Map(rows.map((row) => [row.id, row]))
  expect(rowById.get(ids.first)).toMatchObject({ itemDetails: 'Item 1', orderStatusId: version.statusId.Diagnosis })
  expect(rowById.get(ids.second)?.orderNotes).toBe('typed before the update')
  expect(rowById.get(ids.third)).toBeUndefined()
  expect(rowById.get(ids.added)?.itemDetails).toBe('Made offline')
  for (const row of rows) {
    expect(row).toMatchObject({ quotedCost: null, repeat: false })
    expect(row).not.toHaveProperty('shelf')
  }
  return device
}

/** Expects that everything is sent once, and that fields unknown to the older version arrive. */
async function expectLanding({ server, api, ids, waiting }: World, version: Version, device: Awaited<ReturnType<typeof expectWork>>) {
  api.always = undefined
  device.wakeUp('online')
  await version.untilSynced(device)
  await version.until(async () => (await device.rows.read('orders', ids.untouched))?.quotedCost === '90', 'the value that the older version did not know')
  expect(server.applied.filter((id) => waiting.includes(id))).toEqual(waiting)
  expect(server.refused).toEqual([])
  await version.until(async () => (await device.rows.list('orders', shopId)).every(({ seq }) => seq > 0), 'the rows to come again')
  expect(await version.deviceState(device, [shopId])).toEqual(server.state())
}

describe('fields that came and went', () => {
  it('hazard 39: show without a network as this version declares them; changes that an older one left land once, and the values that it did not know come', async () => {
    const world = await workOfBefore()
    const device = await expectWork(world, present)
    expect((await device.rows.list('orders', shopId)).map(({ itemDetails }) => itemDetails).toSorted()).toEqual(['Item 1', 'Item 2', 'Item 4', 'Made offline'])
    await expectLanding(world, present, device)
  })

  it('come again after an older version has pulled rows without them', async () => {
    const world = await workOfBefore()
    const device = await expectWork(world, present)
    await expectLanding(world, present, device)
    await device.close()
    const old = await older.open({ userId: world.userId, api: world.api })
    world.server.write(world.userId, shopId, [
      { action: 'update', collection: 'orders', id: world.ids.untouched, changes: { itemDetails: { from: 'Item 4', to: 'Renamed' } } },
    ])
    old.wakeUp('online')
    await older.until(async () => (await old.rows.read('orders', world.ids.untouched))?.itemDetails === 'Renamed', 'the change')
    await old.close()
    const again = await present.open({ userId: world.userId, api: world.api })
    await present.until(async () => (await again.rows.read('orders', world.ids.untouched))?.quotedCost === '90', 'the value that was not pulled')
    await present.untilSynced(again)
    expect(await present.deviceState(again, [shopId])).toEqual(world.server.state())
  })
})

describe('a local version that was raised', () => {
  it('hazard 40: leaves what waits as it is and has the rows fetched again, whichever write the page dies at', async () => {
    const world = await workOfBefore()
    const left = (await dumpDatabases()).filter(({ name }) => name.includes(world.userId))
    let deaths = 0
    for (let write = 0; ; write++) {
      await restoreDatabases(left)
      page.dieAtWrite(write)
      const opened = await raised.open({ userId: world.userId, api: world.api }).catch(() => undefined)
      await opened?.close().catch(() => undefined)
      const hasDied = page.revive()
      if (hasDied) deaths++
      const device = await expectWork(world, raised)
      if (!hasDied) {
        await expectLanding(world, raised, device)
        break
      }
      await device.close()
    }
    expect(deaths).toBeGreaterThan(3)
  }, 120_000)

  it('hazard 40: is left exactly as it is by an older app, which says so', async () => {
    const world = await workOfBefore()
    await (await expectWork(world, raised)).close()
    const dump = async () => (await dumpDatabases()).filter(({ name }) => name.includes(world.userId) && !name.startsWith('pubkey.'))
    const left = await dump()
    await expect(older.open({ userId: world.userId, api: world.api })).rejects.toMatchObject({ name: 'NewerLocalDataError' })
    expect(await dump()).toEqual(left)
    await expectLanding(world, raised, await expectWork(world, raised))
  })
})

describe('an older version that is open while a newer one comes', () => {
  it('hazard 41: finishes what it is storing, lets go, and everything it wrote is there', async () => {
    const world = await workOfBefore()
    const old = await older.open({ userId: world.userId, api: world.api })
    const late = old.write(shopId, [{ action: 'update', collection: 'customers', id: world.ids.customer, values: { email: 'late@example.com' } }])
    const told = new Promise<void>((resolve) => void old.outdated.subscribe(resolve))
    const opening = expectWork({ ...world, waiting: [...world.waiting, expect.any(String) as string] }, raised)
    await told
    await old.drafts.save('customer-add', { name: 'Halfw' })
    const { mutationId } = await late
    const device = await opening
    expect(device.outbox.waiting.get().at(-1)?.mutationId).toBe(mutationId)
    expect((await device.drafts.listLeft()).map(({ value }) => value)).toContainEqual({ name: 'Halfw' })
    await expect(old.write(shopId, [older.customerInput({ name: 'Too late' })])).rejects.toThrow(/abort/i)
    await expectLanding({ ...world, waiting: [...world.waiting, mutationId ?? ''] }, raised, device)
  })

  it('hazard 41: that is frozen keeps the newer one waiting, visibly, until it is gone', async () => {
    const world = await workOfBefore()
    const frozen = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(`mainspring-device-${world.userId}`)
      request.onsuccess = () => resolve(request.result)
    })
    let isBlocked = false
    let isOpen = false
    const opening = expectWork(world, raised, () => (isBlocked = true)).then((device) => {
      isOpen = true
      return device
    })
    await raised.until(() => isBlocked, 'the wait to show')
    expect(isOpen).toBe(false)
    frozen.close()
    await expectLanding(world, raised, await opening)
  })
})

async function restoreDatabases(databases: RawDatabase[]): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) await Dexie.delete(name)
  await loadDatabases(databases)
}
