import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { groupOfCollection, rowsCollection } from '../storage/rows/row-layout.ts'
import { withRawRows } from '../testing/raw-rows.ts'
import type { DeviceOptions } from '../device.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { LocalStorage } from '../storage/row-database.ts'
import {
  closeTestDevices,
  customerInput,
  deviceState,
  isWriteOf,
  testStorage,
  faulty,
  mapNotes,
  offline,
  openTestDevice,
  orderInput,
  pausePoint,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { ModelServer } from '../testing/test-model-server.ts'
import { smallestPackedSizes } from '../testing/packed-sizes.ts'
import { watchForDeath } from '../testing/test-dying-page.ts'

afterEach(closeTestDevices)

const page = watchForDeath()

const shopId = v7()

/** A storage whose writes to one collection wait for `held`, and fail while `error` is set. */
function breakable(collection: CollectionName): { storage: LocalStorage; error: Error | undefined; held: Promise<void> | undefined } {
  const inner = testStorage()
  const made: ReturnType<typeof breakable> = {
    error: undefined,
    held: undefined,
    storage: {
      ...inner,
      async createStorageInstance(params) {
        const instance = await inner.createStorageInstance(params)
        const write = instance.bulkWrite.bind(instance)
        instance.bulkWrite = async (rows, context) => {
          if (!isWriteOf(collection, rows)) return write(rows, context)
          await made.held
          return made.error === undefined ? write(rows, context) : Promise.reject(made.error)
        }
        // Rows of a first sync bypass RxDB.
        if (params.collectionName === rowsCollection) {
          const { store } = instance.internals
          const insert = store.insert.bind(store)
          store.insert = async (group, documents, companion) => {
            if (group !== groupOfCollection(collection)) return insert(group, documents, companion)
            await made.held
            return made.error === undefined ? insert(group, documents, companion) : Promise.reject(made.error)
          }
        }
        return instance
      },
    },
  }
  return made
}

const quota = (): Error => new DOMException('The quota has been exceeded.', 'QuotaExceededError')

async function world(options: Partial<DeviceOptions> = {}) {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const api = faulty(server.apiOf(userId))
  const open = (more: Partial<DeviceOptions> = {}) => openTestDevice({ userId, api, ...options, ...more })
  const device = await open()
  const customer = customerInput()
  await device.write(shopId, [customer])
  await untilSynced(device)
  return { server, userId, api, open, device, customer }
}

describe('a device that dies', () => {
  it('between the outbox and the documents has them again at the next start, once', async () => {
    const broken = breakable('orders')
    const { server, api, device, open, customer, userId } = await world({ storage: broken.storage })
    api.always = offline
    const order = orderInput(customer.id)
    await device.write(shopId, [order])
    await device.close()
    // State after the crash: the outbox has the mutation, the row is missing.
    await withRawRows(userId, (rows) => rows.clear(groupOfCollection('orders')))
    const again = await open()
    expect(await again.rows.read('orders', order.id)).toMatchObject({ itemDetails: 'iPhone 12' })
    expect(again.sync.status.get().waiting).toBe(1)
    api.always = undefined
    again.wakeUp('online')
    await untilSynced(again)
    expect(await deviceState(again, [shopId])).toEqual(server.state())
    expect(server.applied).toHaveLength(2)
  })

  it('between the answer and the outbox sends again, with one effect', async () => {
    const { server, api, device, open, customer } = await world()
    const lost = Promise.withResolvers<never>()
    api.faults.push.push(async (send) => {
      await send()
      return lost.promise
    })
    await device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { customerNotes: 'once' } }])
    await until(() => server.applied.length === 2)
    const closing = device.close()
    await new Promise((resolve) => setTimeout(resolve, 20))
    const again = await open({ storage: testStorage('second') })
    await untilSynced(again)
    expect(server.applied).toHaveLength(2)
    expect(await deviceState(again, [shopId])).toEqual(server.state())
    // A real crash closes the databases; here the device closes them when its push ends.
    lost.reject(new Error('The page is gone.'))
    await closing
  })

  it('keeps a count right that was changed but not yet sent, however often it starts', async () => {
    const server = new ModelServer()
    const userId = v7()
    server.addUser(userId, [shopId])
    const api = faulty(server.apiOf(userId))
    const collections = ['products'] as const
    const device = await openTestDevice({ userId, api, collections })
    const id = v7()
    await device.write(shopId, [{ action: 'create', collection: 'products', id, values: { name: 'Battery', categoryHierarchyId: v7(), inventoryCount: 5 } }])
    await untilSynced(device)
    api.always = offline
    await device.write(shopId, [{ action: 'update', collection: 'products', id, values: { inventoryCount: 4 } }])
    await device.write(shopId, [{ action: 'update', collection: 'products', id, values: { inventoryCount: 2 } }])
    await device.close()
    for (let start = 0; start < 3; start++) {
      const again = await openTestDevice({ userId, api, collections })
      expect((await again.rows.read('products', id))?.inventoryCount).toBe(2)
      await again.close()
    }
    api.always = undefined
    const last = await openTestDevice({ userId, api, collections })
    await untilSynced(last)
    expect((await last.rows.read('products', id))?.inventoryCount).toBe(2)
    expect(await deviceState(last, [shopId], ['products'])).toEqual(server.state())
  })
})

describe('a full storage', () => {
  it('takes nothing of a mutation whose documents do not fit, and says so', async () => {
    const broken = breakable('orders')
    const { server, device, customer, api } = await world({ storage: broken.storage })
    const before = await deviceState(device, [shopId])
    broken.error = quota()
    api.always = offline
    const mutation = [{ action: 'update', collection: 'customers', id: customer.id, values: { email: 'new@example.com' } } as const, orderInput(customer.id)]
    await expect(device.write(shopId, mutation)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await deviceState(device, [shopId])).toEqual(before)
    expect(await device.outbox.count()).toBe(0)
    expect(device.sync.status.get().problem).toContain('full')
    broken.error = undefined
    api.always = undefined
    await device.write(shopId, mutation)
    await untilSynced(device)
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('lets nothing of a mutation be sent that may still be taken back', async () => {
    const broken = breakable('orders')
    const { server, api, device, customer } = await world({ storage: broken.storage })
    const note = (text: string) => device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { customerNotes: text } }])
    const pause = pausePoint()
    api.faults.push.push(pause.fault)
    await note('sent first')
    await pause.reached
    const hold = Promise.withResolvers<void>()
    broken.held = hold.promise
    broken.error = quota()
    const failing = device.write(shopId, [orderInput(customer.id)]).catch((error: unknown) => error)
    await until(async () => (await device.outbox.count()) === 2)
    // The first mutation is answered while the second one's rows are being stored.
    pause.go()
    await new Promise((resolve) => setTimeout(resolve, 30))
    hold.resolve()
    expect(await failing).toMatchObject({ code: 'UNAVAILABLE' })
    broken.held = broken.error = undefined
    await note('sent last')
    await untilSynced(device)
    expect(server.applied).toHaveLength(3)
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('does not hold up the push of a change of a row that is here: it leaves before its documents are stored', async () => {
    const broken = breakable('customers')
    const { server, device, customer } = await world({ storage: broken.storage })
    const hold = Promise.withResolvers<void>()
    broken.held = hold.promise
    const writing = device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { customerNotes: 'Rings twice' } }])
    await until(() => server.applied.length === 2)
    expect((await device.rows.read('customers', customer.id))?.customerNotes).toBeNull()
    hold.resolve()
    broken.held = undefined
    await writing
    await untilSynced(device)
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('keeps such a change that has left though its documents do not fit, says so, and shows it once there is room', async () => {
    const broken = breakable('customers')
    const { server, device, customer } = await world({ storage: broken.storage })
    const hold = Promise.withResolvers<void>()
    broken.held = hold.promise
    broken.error = quota()
    const writing = device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { customerNotes: 'Rings twice' } }])
    await until(() => server.applied.length === 2)
    hold.resolve()
    expect(await writing).toMatchObject({ mutationId: server.applied[1] })
    expect(device.sync.status.get().problem).toContain('full')
    broken.held = broken.error = undefined
    await device.sync.run()
    await until(async () => (await device.rows.read('customers', customer.id))?.customerNotes === 'Rings twice')
    await untilSynced(device)
    expect(server.applied).toHaveLength(2)
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('takes such a change back whole while there is no server to send it to', async () => {
    const broken = breakable('customers')
    const { server, api, device, customer } = await world({ storage: broken.storage })
    api.always = offline
    await device.sync.run()
    broken.error = quota()
    const mutation = [{ action: 'update', collection: 'customers', id: customer.id, values: { customerNotes: 'Rings twice' } }] as const
    await expect(device.write(shopId, mutation)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await device.outbox.count()).toBe(0)
    broken.error = api.always = undefined
    await device.write(shopId, mutation)
    await untilSynced(device)
    expect(server.applied).toHaveLength(2)
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('that could not take an answer gets it again, also when the next answer is there already', async () => {
    const { server, api, device } = await world()
    api.always = offline
    for (let index = 0; index < 130; index++) await device.write(shopId, [customerInput({ name: `Customer ${index}` })])
    let failures = 0
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below.
    const remove = IDBObjectStore.prototype.delete
    IDBObjectStore.prototype.delete = function (key) {
      if (this.name === 'outbox' && failures++ === 0) throw quota()
      return remove.call(this, key)
    }
    const slow = async (send: () => Promise<unknown>): Promise<unknown> => {
      const answer = await send()
      await new Promise((resolve) => setTimeout(resolve, 60))
      return answer
    }
    try {
      api.faults.push.push((send) => send(), slow)
      api.always = undefined
      await device.sync.run()
      await untilSynced(device)
    } finally {
      IDBObjectStore.prototype.delete = remove
    }
    expect(failures).toBeGreaterThan(1)
    expect(server.applied).toHaveLength(131)
    expect(device.sync.status.get().problem).toBeNull()
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('that takes a refusal and not its row tells of it at once, and counts nothing as waiting', async () => {
    const broken = breakable('orders')
    const { api, device, customer, server } = await world({ storage: broken.storage })
    const order = orderInput(customer.id)
    await device.write(shopId, [order])
    await untilSynced(device)
    const told: string[] = []
    device.refused.onRefused(({ summary }) => told.push(summary))
    api.faults.push.push(async (send) => {
      server.write([...server.users.keys()][0] ?? '', shopId, [{ action: 'delete', collection: 'orders', id: order.id }])
      const answer = await send()
      broken.error = quota()
      return answer
    })
    await device.write(shopId, [{ action: 'update', collection: 'orders', id: order.id, values: { orderNotes: 'too late' } }])
    await until(() => told.length > 0, 'the refusal to be told')
    await until(() => device.sync.status.get().waiting === 0 && device.sync.status.get().problem !== null)
    broken.error = undefined
    device.wakeUp('visible')
    await until(async () => (await device.rows.read('orders', order.id)) === undefined)
    await untilSynced(device)
    expect(told).toHaveLength(1)
    expect(await deviceState(device, [shopId])).toEqual(server.state())
  })

  it('in the middle of a pull is visible, and the rest arrives once there is room', async () => {
    const server = new ModelServer()
    const userId = v7()
    server.addUser(userId, [shopId])
    for (let index = 0; index < 30; index++) {
      const { action, collection, id } = customerInput()
      server.write(userId, shopId, [{ action, collection, id, values: { name: `Customer ${index}`, countryCode: null, phone: null } }])
    }
    const broken = breakable('customers')
    broken.error = quota()
    const device = await openTestDevice({ userId, api: server.apiOf(userId), storage: broken.storage })
    await until(() => device.sync.status.get().problem !== null)
    expect(await device.rows.list('customers', shopId)).toHaveLength(0)
    broken.error = undefined
    device.wakeUp('visible')
    await until(async () => (await device.rows.list('customers', shopId)).length === 30)
    await until(() => device.sync.status.get().problem === null)
  })
})

describe('a page that dies at any write of a first sync', () => {
  it('has every row after its next start: no checkpoint is ahead of the rows that it speaks of', async () => {
    const server = new ModelServer()
    const makeUser = (): string => {
      const userId = v7()
      server.addUser(userId, [shopId])
      return userId
    }
    const author = makeUser()
    for (let index = 0; index < 14; index++) {
      const { action, collection, id } = customerInput()
      server.write(author, shopId, [{ action, collection, id, values: { name: `Customer ${index}`, countryCode: null, phone: null } }])
    }
    // Several pages, and several segments per page.
    const sizes = { batchMaxMutations: 4, pageMin: 3, pageMax: 5 }
    let deaths = 0
    for (let write = 0; ; write++) {
      const userId = makeUser()
      const open = () => openTestDevice({ userId, api: server.apiOf(userId), sizes, storage: testStorage('tab', undefined, smallestPackedSizes) })
      page.dieAtWrite(write)
      const dying = await open().catch(() => undefined)
      await until(() => page.isDead || dying?.sync.status.get().state === 'synced', 'the end of the page or of the sync')
      await dying?.close().catch(() => undefined)
      const hasDied = page.revive()
      if (hasDied) deaths++
      const device = await open()
      await until(async () => (await deviceState(device, [shopId])).size === server.state().size, `all rows after a death at write ${write}`)
      await untilSynced(device)
      expect(await deviceState(device, [shopId])).toEqual(server.state())
      await device.close()
      if (!hasDied) break
    }
    expect(deaths).toBeGreaterThan(15)
  }, 120_000)
})

describe('data that the browser removed', () => {
  it('is fetched again, and the notice says what was lost with it', async () => {
    const notes = mapNotes()
    const { userId, api, device, open, customer } = await world({ notes })
    api.always = offline
    await device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { email: 'lost@example.com' } }])
    await device.close()
    for (const name of await Dexie.getDatabaseNames()) if (name.includes(userId)) await Dexie.delete(name)
    api.always = undefined
    const again = await open()
    expect(again.sync.status.get().problem).toBe(
      'The browser removed the local data of this device; it is being fetched again. 1 change that had not been sent was lost.',
    )
    await until(async () => (await again.rows.read('customers', customer.id)) !== undefined)
    expect(again.sync.status.get().problem).not.toBeNull()
  })

  it('of one collection alone comes again, because its checkpoint went with it', async () => {
    const { userId, device, open, customer } = await world()
    await device.close()
    await Dexie.delete(`mainspring-rows-${userId}`)
    const again = await open()
    await until(async () => (await again.rows.read('customers', customer.id)) !== undefined)
    expect(again.sync.status.get().problem).toBeNull()
  })

  it('of the outbox alone leaves no row behind that shows what was never sent', async () => {
    const notes = mapNotes()
    const { server, userId, api, device, open, customer } = await world({ notes })
    api.always = offline
    await device.write(shopId, [{ action: 'update', collection: 'customers', id: customer.id, values: { email: 'lost@example.com' } }, orderInput(customer.id)])
    await device.close()
    await Dexie.delete(`mainspring-device-${userId}`)
    api.always = undefined
    const again = await open()
    await untilSynced(again)
    expect(again.sync.status.get().problem).toContain('1 change that had not been sent was lost')
    expect(await deviceState(again, [shopId])).toEqual(server.state())
  })

  it('is gone for good when it is wiped, with no notice afterwards', async () => {
    const notes = mapNotes()
    const { userId, device, open } = await world({ notes })
    await device.leaving.wipe()
    // In Node, RxDB's tab channel uses a database of its own.
    expect((await Dexie.getDatabaseNames()).filter((name) => name.includes(userId) && !name.startsWith('pubkey.'))).toEqual([])
    const again = await open()
    expect(again.sync.status.get().problem).toBeNull()
  })

  it('is not wiped once more at a later start when the storage failed while it was wiped', async () => {
    const notes = mapNotes()
    const { userId, api, device, open, customer } = await world({ notes })
    const clear = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await device.leaving.wipe()
    clear.mockRestore()
    expect(await Dexie.getDatabaseNames()).not.toContain(`mainspring-device-${userId}`)
    const again = await open()
    await untilSynced(again)
    api.always = offline
    await again.write(shopId, [orderInput(customer.id)])
    await again.close()
    const later = await open()
    expect(later.sync.status.get()).toMatchObject({ waiting: 1, problem: null })
  })

  it('does not open over a rest that a failed wipe left, and opens empty once that could be removed', async () => {
    const notes = mapNotes()
    const { server, userId, device, open } = await world({ notes })
    await device.close()
    notes.write(`mainspring-wipe-${userId}`, '1')
    const clear = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(open()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    clear.mockRestore()
    const again = await open()
    expect(again.sync.status.get().lastContact).toBeNull()
    await untilSynced(again)
    expect(await deviceState(again, [shopId])).toEqual(server.state())
  })
})
