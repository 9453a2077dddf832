import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { v7 } from 'uuid'
import type { DeviceOptions } from '../device.ts'
import type { FormRef } from './form-mutations.ts'
import type { OpInput } from '../rows/op-input.ts'
import { openDraftNotes } from '../storage/draft-notes.ts'
import {
  closeTestDevices,
  customerInput,
  isWriteOf,
  testStorage,
  faulty,
  mapNotes,
  offline,
  openTestDevice,
  orderInput,
  statusId,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { watchForDeath } from '../testing/test-dying-page.ts'
import { ModelServer } from '../testing/test-model-server.ts'
import type { Device } from '../device-types.ts'

const shopId = v7()
const page = watchForDeath()
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  const localStorage = {
    get length() {
      return stored.size
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void (page.isDead || stored.set(key, text)),
    removeItem: (key: string) => void (page.isDead || stored.delete(key)),
  }
  vi.stubGlobal('window', { localStorage })
})
afterEach(async () => {
  await closeTestDevices()
  vi.unstubAllGlobals()
})

async function world(options: Partial<DeviceOptions> = {}) {
  const server = new ModelServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const api = faulty(server.apiOf(userId))
  const notes = mapNotes()
  let starts = 0
  const open = (more: Partial<DeviceOptions> = {}) => openTestDevice({ userId, api, notes, storage: testStorage(`start ${++starts}`), ...options, ...more })
  const device = await open()
  const customer = customerInput()
  await device.write(shopId, [customer])
  await untilSynced(device)
  return { server, userId, api, open, device, customer }
}

/** A dialog opens with the draft, saves what is typed, and releases the claim. */
async function typeInto(device: Device, formKey: string, value: string) {
  const claim = await device.drafts.claim(formKey)
  await device.drafts.save(claim.key, { values: { itemDetails: value }, opened: {} })
  return claim
}

const newOrder = (customerId: string): OpInput => ({
  action: 'create',
  collection: 'orders',
  values: { customerId, orderStatusId: statusId['Dropped Off'], itemDetails: 'iPhone 12', issueDescription: 'Broken' },
})

const listOffered = async (device: Device, formKey: string): Promise<boolean> =>
  (await device.drafts.listLeft()).some(({ key }) => key.startsWith(`${formKey}~`))

describe('a form', () => {
  it('is offered again, or its mutation is stored, never both and never neither, at whichever write the page dies', async () => {
    const { api, open, device, customer } = await world()
    api.always = offline
    await device.close()
    const formKey = `order-add/${customer.id}`
    let [offered, acted] = [0, 0]
    for (let writes = 0; ; writes++) {
      const before = await open()
      const waitingBefore = before.sync.status.get().waiting
      const claim = await typeInto(before, formKey, `order ${writes}`)
      page.dieAtWrite(writes)
      const saving = before
        .write(shopId, [newOrder(customer.id)], { draftKey: claim.key })
        .then(() => before.drafts.remove(claim.key))
        .catch(() => undefined)
      await Promise.race([saving, until(() => page.isDead)])
      await before.close().catch(() => undefined)
      const hasDied = page.revive()
      claim.release()
      const after = await open()
      const isOffered = await listOffered(after, formKey)
      const isStored = after.sync.status.get().waiting === waitingBefore + 1
      expect({ writes, isOffered, isStored }).toEqual({ writes, isOffered: !isStored, isStored: !isOffered })
      if (isOffered) offered++
      else acted++
      for (const { key } of await after.drafts.listLeft()) await after.drafts.remove(key)
      await after.close()
      if (!hasDied) break
    }
    expect(offered).toBeGreaterThan(0)
    expect(acted).toBeGreaterThan(1)
  })

  it('whose mutation was stored is not offered from the note that its last keystroke left', async () => {
    const { userId, open, device, customer } = await world()
    const claim = await typeInto(device, `order-add/${customer.id}`, 'iPhone')
    const notes = openDraftNotes(userId)
    const { mutationId } = await device.write(shopId, [newOrder(customer.id)], { draftKey: claim.key })
    await untilSynced(device)
    claim.release()
    notes.write({ key: claim.key, value: 'iPhone', savedAt: new Date().toISOString(), actId: mutationId ?? '' })
    await device.close()
    const again = await open()
    expect(await again.drafts.listLeft()).toEqual([])
    expect(notes.list()).toEqual([])
    expect((await again.drafts.claim(`order-add/${customer.id}`)).draft).toBeUndefined()
  })

  it('is one mutation and one row however often it is saved', async () => {
    const { server, device, customer } = await world()
    const { key: draftKey } = await typeInto(device, `order-add/${customer.id}`, 'iPhone')
    const save = () => device.write(shopId, [newOrder(customer.id)], { draftKey })
    const [first, second] = await Promise.all([save(), save()])
    expect(second).toEqual(first)
    await untilSynced(device)
    expect(server.applied).toHaveLength(2)
    expect(await device.rows.list('orders', shopId)).toHaveLength(1)
  })

  it('that another page knew nothing of having saved makes no second mutation on the server', async () => {
    const { server, userId, open, device, customer } = await world()
    const claim = await typeInto(device, `order-add/${customer.id}`, 'iPhone')
    const { mutationId, ids } = await device.write(shopId, [newOrder(customer.id)], { draftKey: claim.key })
    await untilSynced(device)
    claim.release()
    await device.leaving.wipe()
    // The storage was cleared, the note was not.
    openDraftNotes(userId).write({ key: claim.key, value: 'iPhone', savedAt: new Date().toISOString(), actId: mutationId ?? '' })
    const again = await open()
    await untilSynced(again)
    const offered = await again.drafts.claim(`order-add/${customer.id}`)
    expect(offered.draft?.value).toBe('iPhone')
    await again.write(shopId, [newOrder(customer.id)], { draftKey: offered.key }).catch(() => undefined)
    await untilSynced(again)
    expect(server.applied).toHaveLength(2)
    expect((await again.rows.list('orders', shopId)).map(({ id }) => id)).toEqual([ids[0]])
  })

  it('that stays open makes another mutation with each saving', async () => {
    const { server, device, customer } = await world()
    const { key: draftKey } = await device.drafts.claim(`task-add/${customer.id}`)
    const form: FormRef = { draftKey, isStaying: true }
    for (const itemDetails of ['one', 'two', 'two']) {
      await device.drafts.save(draftKey, itemDetails)
      await device.write(shopId, [orderInput(customer.id, { itemDetails })], form)
    }
    await untilSynced(device)
    expect(server.applied).toHaveLength(4)
  })

  it('keeps its draft when its documents could not be stored, and is stored once when it is saved again', async () => {
    const inner = testStorage('full')
    let error: Error | undefined
    const storage: typeof inner = {
      ...inner,
      async createStorageInstance(params) {
        const instance = await inner.createStorageInstance(params)
        const write = instance.bulkWrite.bind(instance)
        instance.bulkWrite = (rows, context) => (error === undefined || !isWriteOf('orders', rows) ? write(rows, context) : Promise.reject(error))
        return instance
      },
    }
    const { server, api, open, device, customer } = await world({})
    api.always = offline
    await device.close()
    const full = await open({ storage })
    const claim = await typeInto(full, `order-add/${customer.id}`, 'iPhone')
    error = new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    await expect(full.write(shopId, [newOrder(customer.id)], { draftKey: claim.key })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await full.close()
    claim.release()
    error = undefined
    const again = await open()
    const offered = await again.drafts.claim(`order-add/${customer.id}`)
    expect(offered.draft?.value).toMatchObject({ values: { itemDetails: 'iPhone' } })
    await again.write(shopId, [newOrder(customer.id)], { draftKey: offered.key })
    api.always = undefined
    again.wakeUp('online')
    await untilSynced(again)
    expect(server.applied).toHaveLength(2)
  })

  it('tells in words when it was saved before with something else in it', async () => {
    const { server, device, customer } = await world()
    const { key: draftKey } = await typeInto(device, `order-add/${customer.id}`, 'iPhone')
    const save = (itemDetails: string) => device.write(shopId, [orderInput(customer.id, { itemDetails }, v7())], { draftKey })
    const tries = await Promise.allSettled([save('iPhone'), save('iPhone, black')])
    expect(tries[1]).toMatchObject({ reason: { code: 'CONFLICT', message: expect.stringContaining('was saved before') as string } })
    await untilSynced(device)
    expect(server.applied).toHaveLength(2)
  })
})
