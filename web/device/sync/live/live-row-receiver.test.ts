import { afterEach, describe, expect, it } from 'vitest'
import { v7 } from 'uuid'
import type { LiveRange, LiveRows } from '#schema/api/sync.ts'
import type { DeviceOptions } from '../../device.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { LocalStorage } from '../../storage/row-database.ts'
import type { LiveHandlers } from '../../platform/server-port.ts'
import {
  closeTestDevices,
  customerInput,
  deviceState,
  isWriteOf,
  testStorage,
  faulty,
  openTestDevice,
  pausePoint,
  until,
  untilSynced,
} from '../../testing/test-device.ts'
import { watchForDeath } from '../../testing/test-dying-page.ts'
import { ModelServer } from '../../testing/test-model-server.ts'

afterEach(closeTestDevices)

const shopId = v7()

/** `around` modifies what the live stream delivers. */
async function openWorld(around: (handlers: LiveHandlers) => LiveHandlers = (handlers) => handlers, more: Partial<DeviceOptions> = {}) {
  const server = new ModelServer()
  const [userId, other] = [v7(), v7()]
  for (const id of [userId, other]) server.addUser(id, [shopId])
  const real = server.apiOf(userId)
  const api = faulty({ ...real, openLive: (handlers) => real.openLive(around(handlers)) })
  const { id } = customerInput()
  server.write(other, shopId, [{ action: 'create', collection: 'customers', id, values: { name: 'Mary' } }])
  const device = await openTestDevice({ userId, api, ...more })
  await untilSynced(device)
  await until(() => server.streams === 1)
  // Pull once more, so that no request of the opening is in flight.
  await device.sync.run()
  const rename = (from: string, to: string) => server.write(other, shopId, [{ action: 'update', collection: 'customers', id, changes: { name: { from, to } } }])
  const name = async (): Promise<string | undefined> => (await device.rows.read('customers', id))?.name
  const pullsOfCustomers = (): number => server.pulls.filter(({ collection }) => collection === 'customers').length
  return { server, api, device, userId, other, id, rename, name, pullsOfCustomers }
}

const changeRange = (rows: LiveRows, change: (range: LiveRange) => LiveRange): LiveRows =>
  Object.fromEntries(
    Object.entries(rows).map(([shop, ranges]) => [shop, Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, change(range)]))]),
  )

/** A storage that blocks writes of a collection on demand. */
function holdWrites(collection: CollectionName) {
  const inner = testStorage()
  let held: Promise<void> | undefined
  let isReached = false
  const storage: LocalStorage = {
    ...inner,
    async createStorageInstance(params) {
      const instance = await inner.createStorageInstance(params)
      const write = instance.bulkWrite.bind(instance)
      instance.bulkWrite = async (rows, context) => {
        if (isWriteOf(collection, rows) && held !== undefined) {
          isReached = true
          await held
        }
        return write(rows, context)
      }
      return instance
    },
  }
  return {
    storage,
    hold(): () => void {
      const go = Promise.withResolvers<void>()
      held = go.promise
      return () => {
        held = undefined
        go.resolve()
      }
    },
    reached: () => until(() => isReached, 'a write to be held'),
  }
}

/** Modifies every range before the device receives it. */
const changing =
  (change: (range: LiveRange) => LiveRange) =>
  (handlers: LiveHandlers): LiveHandlers => ({ ...handlers, onRows: (rows) => handlers.onRows?.(changeRange(rows, change)) })

describe('rows that the live stream brings', () => {
  it('are taken without a question where the device stands at their beginning, one after the other', async () => {
    const { server, device, other, id, rename, name, pullsOfCustomers } = await openWorld()
    const pulls = pullsOfCustomers()
    rename('Mary', 'Maria')
    rename('Maria', 'Marie')
    const added = v7()
    server.write(other, shopId, [{ action: 'create', collection: 'customers', id: added, values: { name: 'New' } }])
    await until(async () => (await device.rows.read('customers', added)) !== undefined)
    expect(await name()).toBe('Marie')
    server.write(other, shopId, [{ action: 'delete', collection: 'customers', id }])
    await until(async () => (await name()) === undefined)
    expect(pullsOfCustomers()).toBe(pulls)
    // The next pull starts after the live row.
    await device.sync.run()
    expect(server.pulls.findLast(({ collection }) => collection === 'customers')?.checkpoint[shopId]?.seq).toBe(server.seq)
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it.each<[string, (range: LiveRange) => LiveRange]>([
    ['behind a gap', (range) => ({ ...range, after: range.after + 1 })],
    ['of another life of the feed', (range) => ({ ...range, afterMark: 'another' })],
    ['of another epoch', (range) => ({ ...range, checkpoint: { ...range.checkpoint, epoch: 'another' } })],
    ['from beyond their own end', (range) => ({ ...range, documents: range.documents.map((document) => ({ ...document, seq: range.checkpoint.seq + 1 })) })],
    ['of another shop', (range) => ({ ...range, documents: range.documents.map((document) => ({ ...document, shopId: v7() })) })],
    ['that are no rows', (range) => ({ ...range, documents: 'none' as unknown as [] })],
  ])('are passed over and pulled: those %s', async (_, change) => {
    const seen: string[] = []
    const { server, device, id, rename, name, pullsOfCustomers } = await openWorld(changing((range) => change(changeName(range))))
    device.rows.watch('customers', id, (row) => void seen.push(row?.name ?? ''))
    const pulls = pullsOfCustomers()
    rename('Mary', 'Maria')
    await until(async () => (await name()) === 'Maria')
    expect(pullsOfCustomers()).toBe(pulls + 1)
    expect(seen).not.toContain('Forged')
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it.each([
    ['are taken on up to the very place of the feed at which others of them were read', 1, 0],
    ['are left to a pull where others were read further on in the feed', 2, 1],
  ])('%s', async (_, further, pullsExpected) => {
    let isFirst = true
    const { server, device, rename, name, pullsOfCustomers } = await openWorld(
      changing((range) => {
        if (!isFirst) return range
        isFirst = false
        const seq = range.checkpoint.seq + further
        return { ...range, checkpoint: { ...range.checkpoint, reached: { seq, mark: `${server.epoch}/${seq}` } } }
      }),
    )
    const pulls = pullsOfCustomers()
    rename('Mary', 'Maria')
    await until(async () => (await name()) === 'Maria')
    rename('Maria', 'Marie')
    await until(async () => (await name()) === 'Marie')
    expect(pullsOfCustomers()).toBe(pulls + pullsExpected)
    rename('Marie', 'Mia')
    await until(async () => (await name()) === 'Mia')
    expect(pullsOfCustomers()).toBe(pulls + pullsExpected)
    await device.sync.run()
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('go under what this device has not sent, as a page does', async () => {
    const { server, api, device, id, name } = await openWorld()
    const pause = pausePoint()
    api.faults.push.push(pause.fault)
    await device.write(shopId, [{ action: 'update', collection: 'customers', id, values: { name: 'Typed here' } }])
    await pause.reached
    server.write([...server.users.keys()][1] ?? '', shopId, [
      { action: 'update', collection: 'customers', id, changes: { customerNotes: { from: null, to: 'Rings twice' } } },
    ])
    expect(await name()).toBe('Typed here')
    pause.go()
    await untilSynced(device)
    await until(async () => (await device.rows.read('customers', id))?.customerNotes === 'Rings twice')
    expect(await name()).toBe('Typed here')
    await device.sync.run()
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('wait for a pull of their collection that is on its way, and go on from where it got to', async () => {
    const { server, api, device, rename, name, pullsOfCustomers } = await openWorld()
    const pause = pausePoint()
    // The response holds the state at request time.
    api.faults.pull.push(async (send) => {
      const page = await send()
      return pause.fault(() => Promise.resolve(page))
    })
    const running = device.sync.run()
    await pause.reached
    const pulls = pullsOfCustomers()
    rename('Mary', 'Maria')
    pause.go()
    await running
    await until(async () => (await name()) === 'Maria')
    expect(pullsOfCustomers() - pulls).toBeLessThanOrEqual(1)
    await device.sync.run()
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it.each([0, 1, 2])('show before they are stored, in lists too, and come again after a crash at write %i of storing them', async (writes) => {
    const death = watchForDeath()
    const { server, api, device, userId, id, rename } = await openWorld()
    const list = device.lists.openCustomers({ shopId, page: 1, pageSize: 20, search: '', from: null, to: null })
    const listed = (): string | undefined => list.get().rows[0]?.customer.name
    await until(() => listed() === 'Mary')
    const isSeen = new Promise<void>((resolve) => device.rows.watch('customers', id, (row) => row?.name === 'Maria' && resolve()))
    death.dieAtWrite(writes)
    rename('Mary', 'Maria')
    await isSeen
    await until(() => death.isDead)
    await device.close().catch(() => undefined)
    expect(death.revive()).toBe(true)
    const again = await openTestDevice({ userId, api })
    await until(async () => (await again.rows.read('customers', id))?.name === 'Maria')
    await again.sync.run()
    expect(await deviceState(again, [shopId])).toEqual(server.state())
  })

  it('do not go back in a list or an open row while they are being stored', async () => {
    const held = holdWrites('customers')
    const { device, other, server, id, rename, name } = await openWorld(undefined, { storage: held.storage })
    const list = device.lists.openCustomers({ shopId, page: 1, pageSize: 20, search: '', from: null, to: null })
    const listed = (): string | undefined => list.get().rows[0]?.customer.name
    const shown: (string | undefined)[] = []
    list.subscribe(() => void shown.push(listed()))
    await until(() => listed() === 'Mary')
    const go = held.hold()
    rename('Mary', 'Maria')
    await until(() => listed() === 'Maria')
    await held.reached()
    // Another row makes the list read again; also read the row itself.
    server.write(other, shopId, [{ action: 'create', collection: 'orders', id: v7(), values: { customerId: id, itemDetails: 'Radio' } }])
    list.sortAnew()
    expect(await name()).toBe('Maria')
    go()
    await device.sync.run()
    await until(() => server.seq === server.pulls.findLast(({ collection }) => collection === 'orders')?.checkpoint[shopId]?.seq)
    list.sortAnew()
    await device.sync.run()
    expect(new Set(shown.slice(shown.indexOf('Maria')))).toEqual(new Set(['Maria']))
  })

  it('show as they are stored again when they could not be', async () => {
    const { server, api, device, id, rename, name } = await openWorld()
    const shown: (string | undefined)[] = []
    device.rows.watch('customers', id, (row) => void shown.push(row?.name))
    await until(() => shown.length === 1)
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below.
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...given) {
      if (this.transaction.db.name.startsWith('mainspring-rows-')) throw new DOMException('Full', 'QuotaExceededError')
      return put.apply(this, given)
    }
    try {
      rename('Mary', 'Maria')
      await until(() => shown.length === 3)
      expect(shown).toEqual(['Mary', 'Maria', 'Mary'])
      expect(await name()).toBe('Mary')
      await until(() => device.sync.status.get().problem !== null)
    } finally {
      IDBObjectStore.prototype.put = put
    }
    await device.sync.run()
    await untilSynced(device)
    await until(async () => (await name()) === 'Maria')
    expect(device.sync.status.get().problem).toBeNull()
    expect(await deviceState(device, [shopId])).toEqual(server.state())
    expect(api.always).toBeUndefined()
  })

  it('are not needed: the heads alone have them pulled', async () => {
    const { server, device, rename, name, pullsOfCustomers } = await openWorld()
    server.sendsRows = false
    const pulls = pullsOfCustomers()
    rename('Mary', 'Maria')
    await until(async () => (await name()) === 'Maria')
    expect(pullsOfCustomers()).toBe(pulls + 1)
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('of a collection that the person may no longer see are not taken, whatever was on its way', async () => {
    const late: (() => void)[] = []
    const { server, device, userId, rename } = await openWorld((handlers) => ({
      ...handlers,
      onRows: (rows) => void late.push(() => handlers.onRows?.(rows)),
      onHeads: (heads) => (late.length === 0 ? handlers.onHeads(heads) : undefined),
    }))
    rename('Mary', 'Maria')
    await until(() => late.length > 0)
    server.addUser(userId, [])
    server.announceAccess(userId)
    await until(() => device.sync.bootstrap.get()?.shops.length === 0)
    for (const send of late) send()
    await device.sync.run()
    expect(await deviceState(device, [shopId])).toEqual(new Map())
  })
})

/** A changed name shows whether the modified range was taken. */
const changeName = (range: LiveRange): LiveRange => ({
  ...range,
  documents: range.documents.map((document) => ({ ...document, ...('name' in document && { name: 'Forged' }) })),
})
