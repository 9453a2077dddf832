import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { DeviceOptions } from '../device.ts'
import { browserLocks, type ChannelPort } from '../platform/ports.ts'
import { failOpening, notOpened } from '../testing/fail-opening.ts'
import {
  closeTestDevices,
  customerInput,
  deviceState,
  testStorage,
  faulty,
  mapNotes,
  offline,
  openTestDevice,
  orderInput,
  paymentInput,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'

afterEach(closeTestDevices)

const shopId = v7()

async function world() {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const api = faulty(server.apiOf(userId))
  const notes = mapNotes()
  const open = (more: Partial<DeviceOptions> = {}) => openTestDevice({ userId, api, notes, ...more })
  const device = await open()
  const customer = customerInput()
  await device.write(shopId, [customer])
  await untilSynced(device)
  const databases = async (): Promise<string[]> => (await Dexie.getDatabaseNames()).filter((name) => name.includes(userId) && !name.startsWith('pubkey.'))
  return { server, userId, api, notes, open, device, customer, databases }
}

async function emptyDatabase(name: string): Promise<void> {
  const database = await new Dexie(name).open()
  await database.transaction('rw', database.tables, () => Promise.all(database.tables.map((table) => table.clear())))
  database.close()
}

const kept = 'The browser removed the local data of this device; it is being fetched again. 1 change that had not been sent was kept.'

/** Expects the notice; back online, the one kept order is sent and all rows are fetched again. */
async function expectSentAndFetched({ server, api, device }: Pick<Awaited<ReturnType<typeof world>>, 'server' | 'api' | 'device'>): Promise<void> {
  await until(() => device.sync.status.get().problem === kept, 'the notice')
  api.always = undefined
  device.wakeUp('online')
  await untilSynced(device)
  expect(server.applied).toHaveLength(2)
  expect(await deviceState(device, [shopId])).toEqual(server.state())
}

describe('storage that is removed under an open app', () => {
  for (const [how, remove] of [
    ['deleted', (name: string) => Dexie.delete(name)],
    ['emptied underneath', emptyDatabase],
  ] as const) {
    it(`loses nothing that the page still holds when databases are ${how}`, async () => {
      const { server, userId, api, notes, open, device, customer, databases } = await world()
      api.always = offline
      const order = orderInput(customer.id)
      await device.write(shopId, [order])
      const claim = await device.drafts.claim(`order-edit/${order.id}`)
      await device.drafts.save(claim.key, { values: { itemDetails: 'half typed' }, opened: {} })
      for (const name of await databases()) await remove(name)
      device.wakeUp('visible')
      await until(async () => (await device.outbox.count()) === 1, 'what waits to be stored again')
      await until(() => device.sync.status.get().problem !== null)
      expect(device.sync.status.get()).toMatchObject({ waiting: 1, problem: kept })
      expect(notes.read(`mainspring-held-${userId}`)).toBe('1')
      expect(await device.rows.read('orders', order.id)).toMatchObject({ itemDetails: 'iPhone 12' })
      await device.close()
      claim.release()

      const again = await open({ storage: testStorage('again') })
      expect(again.sync.status.get()).toMatchObject({ waiting: 1, problem: null })
      expect((await again.drafts.claim(`order-edit/${order.id}`)).draft?.value).toMatchObject({ values: { itemDetails: 'half typed' } })
      api.always = undefined
      again.wakeUp('online')
      await untilSynced(again)
      expect(server.applied).toHaveLength(2)
      expect(await deviceState(again, [shopId])).toEqual(server.state())
    })
  }

  it('is noticed by itself, sent on and fetched again while the app goes on', async () => {
    const { server, api, device, customer, databases } = await world()
    api.always = offline
    await device.write(shopId, [orderInput(customer.id)])
    for (const name of await databases()) await Dexie.delete(name)
    await expectSentAndFetched({ server, api, device })
  })

  it('is noticed, sent on and fetched again also where the browser opened no database for a while', async () => {
    const { server, userId, api, device, customer, databases } = await world()
    api.always = offline
    await device.write(shopId, [orderInput(customer.id)])
    const names = await databases()
    using failing = failOpening(userId)
    for (const name of names) await Dexie.delete(name)
    await expect(device.write(shopId, [customerInput({ name: 'Not stored' })])).rejects.toThrow(notOpened)
    await until(() => names.every((name) => failing.tried.includes(name)), 'each database to be tried')
    failing.end()
    device.wakeUp('visible')
    await expectSentAndFetched({ server, api, device })
  })

  it('takes no deletion back that may have arrived before', async () => {
    const { server, api, device, customer, databases } = await world()
    const order = orderInput(customer.id)
    await device.write(shopId, [order])
    await untilSynced(device)
    api.faults.push.push(async (send) => {
      await send()
      api.always = offline
      return offline(send)
    })
    const { mutationId } = await device.write(shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
    await until(() => api.always === offline, 'the deletion to arrive')
    for (const name of await databases()) await emptyDatabase(name)
    device.wakeUp('visible')
    await until(() => device.sync.status.get().problem === kept, 'the notice')
    await device.write(shopId, [{ action: 'restore', collection: 'orders', id: order.id, deletion: mutationId ?? undefined }])
    expect(device.sync.status.get().waiting).toBe(2)
    api.always = undefined
    device.wakeUp('online')
    await untilSynced(device)
    expect(await device.rows.read('orders', order.id)).toBeDefined()
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('takes no refused change along', async () => {
    const { server, userId, api, device, customer, databases } = await world()
    const order = orderInput(customer.id)
    await device.write(shopId, [order])
    await untilSynced(device)
    server.write(userId, shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
    await device.write(shopId, [paymentInput(order.id, 5)])
    await until(() => device.refused.changes.get().length === 1)
    const before = device.refused.changes.get()
    api.always = offline
    for (const name of await databases()) await emptyDatabase(name)
    device.wakeUp('visible')
    await until(() => device.sync.status.get().problem !== null)
    expect(await device.refused.list()).toEqual(before)
  })

  it('is stored again by each of two tabs, and each mutation happens once', async () => {
    const { server, userId, api, notes, databases } = await world()
    await closeTestDevices()
    const more = { locks: browserLocks(), notes }
    const first = await openTestDevice({ userId, api, ...more, storage: testStorage('first') })
    const second = await openTestDevice({ userId, api, ...more, storage: testStorage('second') })
    await untilSynced(first)
    api.always = offline
    const [one, other] = [customerInput({ name: 'One' }), customerInput({ name: 'Other' })]
    await first.write(shopId, [one])
    await second.write(shopId, [other])
    await until(() => first.sync.status.get().waiting === 2 && second.sync.status.get().waiting === 2)
    for (const name of await databases()) await emptyDatabase(name)
    await Promise.all([first.write(shopId, [customerInput({ name: 'First after' })]), second.write(shopId, [customerInput({ name: 'Second after' })])])
    expect(await first.outbox.count()).toBe(4)
    api.always = undefined
    first.wakeUp('online')
    second.wakeUp('online')
    await untilSynced(first)
    await untilSynced(second)
    expect(server.applied).toHaveLength(5)
    expect(await deviceState(second, [shopId], ['customers'])).toEqual(server.state())
  })

  it('stays removed when the person signed out in another tab, which this one did not hear', async () => {
    const { userId, api, notes, databases } = await world()
    await closeTestDevices()
    const deaf = (): ChannelPort => ({ post: () => undefined, listen: () => undefined, close: () => undefined })
    const more = { locks: browserLocks(), notes }
    const away = await openTestDevice({ userId, api, ...more, storage: testStorage('away'), openChannel: deaf })
    const other = await openTestDevice({ userId, api, ...more, storage: testStorage('other') })
    api.always = offline
    await away.write(shopId, [customerInput({ name: 'Private' })])
    await other.leaving.wipe()
    await away.write(shopId, [customerInput({ name: 'Too late' })]).catch(() => undefined)
    for (const name of await databases()) {
      const database = await new Dexie(name).open()
      for (const table of database.tables) expect(JSON.stringify(await table.toArray())).not.toContain('Private')
      database.close()
    }
  })
})
