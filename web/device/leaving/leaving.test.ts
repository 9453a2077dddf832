import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import type { DeviceOptions } from '../device.ts'
import { browserLocks, createTabLocks, type NotePort } from '../platform/ports.ts'
import {
  closeTestDevices,
  customerInput,
  deviceState,
  testStorage,
  faulty,
  mapNotes,
  offline,
  openTestDevice,
  type TestDevice,
  until,
  untilSynced,
} from '../testing/test-device.ts'
import { readStoredText } from '../testing/raw-text.ts'
import { watchForDeath } from '../testing/test-dying-page.ts'
import { KeyServer } from '../testing/test-key-server.ts'
import { ModelServer } from '../testing/test-model-server.ts'
import { TickingTime } from '../testing/test-time.ts'

afterEach(closeTestDevices)

const shopId = v7()
const everything = { unsent: 99, refused: 99, drafts: 99, isSealable: true }

async function world() {
  const server = new ModelServer()
  const keyServer = new KeyServer()
  const userId = v7()
  server.addUser(userId, [shopId])
  const api = faulty(server.apiOf(userId))
  const notes: NotePort = mapNotes()
  const openTab = (tab: string, more: Partial<DeviceOptions> = {}) =>
    openTestDevice({
      userId,
      api,
      notes,
      keys: keyServer.of(userId),
      collections: ['customers', 'orders'],
      storage: testStorage(tab),
      locks: browserLocks(),
      ...more,
    })
  return { server, keyServer, userId, api, notes, openTab }
}

const knowsKey = async (userId: string): Promise<boolean> => {
  const store = new Dexie(`mainspring-device-${userId}`)
  await store.open()
  const key: unknown = await store.table('meta').get('sealKey')
  store.close()
  return key !== undefined
}

/** Synced with the key known, then offline with one change, one abandoned form and one open form. */
async function leaveWorkBehind({ openTab, api, userId }: Awaited<ReturnType<typeof world>>): Promise<{ device: TestDevice; goAway: () => void }> {
  const device = await openTab('first')
  await device.write(shopId, [customerInput({ name: 'Known Kira', customerNotes: 'Knows the alarm code' })])
  await untilSynced(device)
  await until(() => knowsKey(userId), 'the key')
  api.always = offline
  await device.write(shopId, [customerInput({ name: 'Waiting Walt', phone: '7911000111' })])
  await device.drafts.save('customer', { shopId, values: { name: 'Left Leo' }, opened: {} })
  const { key, release } = await device.drafts.claim('order')
  await device.drafts.save(key, { shopId, values: { itemDetails: 'Open Otto’s radio' }, opened: {} })
  return { device, goAway: release }
}

const secrets = ['Known Kira', 'alarm code', 'Waiting Walt', '7911000111', 'Left Leo', 'Open Otto', '7911123456']

describe('signing out and keeping', () => {
  it('leaves nothing to be read, and the same person’s next sign-in brings everything back and sends it once', async () => {
    const all = await world()
    const { device, goAway } = await leaveWorkBehind(all)
    const leaving = await device.leaving.count()
    expect(leaving).toEqual({ unsent: 1, refused: 0, drafts: 2, isSealable: true })
    expect(await device.leaving.leave('keep', leaving)).toEqual({ isOver: true })
    goAway()
    const raw = await readStoredText()
    for (const secret of secrets) expect(raw).not.toContain(secret)

    const other = v7()
    all.server.addUser(other, [v7()])
    const neighbour = await openTestDevice({ userId: other, api: all.server.apiOf(other), notes: all.notes, keys: all.keyServer.of(other) })
    await untilSynced(neighbour)
    const rawThen = await readStoredText()
    for (const secret of secrets) expect(rawThen).not.toContain(secret)
    await neighbour.leaving.wipe()

    all.api.always = undefined
    const again = await all.openTab('again')
    expect((await again.drafts.listLeft()).map(({ value }) => value)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ values: { name: 'Left Leo' } }),
        expect.objectContaining({ values: { itemDetails: 'Open Otto’s radio' } }),
      ]),
    )
    await untilSynced(again)
    expect(again.sync.status.get().problem).toBeNull()
    expect(all.server.applied).toHaveLength(2)
    expect(await deviceState(again, [shopId], ['customers'])).toEqual(all.server.state())
    expect([...all.server.state().values()].map(({ name }) => name)).toEqual(expect.arrayContaining(['Known Kira', 'Waiting Walt']))
  })

  it('keeps it sealed while the server cannot be asked, says so, and opens it by itself with the next connection', async () => {
    const all = await world()
    const { device, goAway } = await leaveWorkBehind(all)
    await device.leaving.leave('keep', await device.leaving.count())
    goAway()
    all.keyServer.isReachable = false
    const again = await all.openTab('again')
    expect(again.sync.status.get()).toMatchObject({ waiting: 0, problem: expect.stringContaining('still sealed') })
    await again.write(shopId, [customerInput({ name: 'Later Lena' })])
    all.keyServer.isReachable = true
    all.api.always = undefined
    again.wakeUp('online')
    await until(() => all.server.applied.length === 3)
    await untilSynced(again)
    expect(again.sync.status.get().problem).toBeNull()
    expect(await again.drafts.listLeft()).toHaveLength(2)
    expect(await deviceState(again, [shopId], ['customers'])).toEqual(all.server.state())
  })

  it('says plainly when the server has lost the key, and destroys nothing, not even when everything is discarded later', async () => {
    const all = await world()
    const { device, goAway } = await leaveWorkBehind(all)
    await device.leaving.leave('keep', await device.leaving.count())
    goAway()
    all.keyServer.forget()
    all.api.always = undefined
    const again = await all.openTab('again')
    expect(again.sync.status.get().problem).toContain('does not have its key any more')
    await untilSynced(again)
    expect(await again.leaving.leave('discard', await again.leaving.count())).toEqual({ isOver: true })
    expect(await readStoredText()).toContain('sealed/')
  })

  it('keeps it as it is where no key is known, and promises nothing then', async () => {
    const all = await world()
    all.keyServer.isReachable = false
    all.api.always = offline
    const device = await all.openTab('first')
    await device.write(shopId, [customerInput({ name: 'Plain Paula' })])
    const leaving = await device.leaving.count()
    expect(leaving).toEqual({ unsent: 1, refused: 0, drafts: 0, isSealable: false })
    expect(await device.leaving.leave('keep', leaving)).toEqual({ isOver: true })
    all.api.always = undefined
    const again = await all.openTab('again')
    await untilSynced(again)
    expect(all.server.applied).toHaveLength(1)
  })
})

describe('a page that dies', () => {
  const death = watchForDeath()
  beforeEach(() => void death.revive())

  it.each([0, 1, 2, 3, 4])(
    'while it seals, at write %i, loses nothing',
    async (writes) => {
      const all = await world()
      const { device, goAway } = await leaveWorkBehind(all)
      const leaving = await device.leaving.count()
      death.dieAtWrite(writes)
      await device.leaving.leave('keep', leaving).catch(() => undefined)
      goAway()
      death.revive()
      await device.close()
      await device.close()
      all.api.always = undefined
      const again = await all.openTab('again')
      expect(await again.drafts.listLeft()).toHaveLength(2)
      await untilSynced(again)
      expect(all.server.applied).toHaveLength(2)
    },
    30_000,
  )

  it.each([0, 1, 2, 3])(
    'while it opens what is sealed, at write %i, loses nothing',
    async (writes) => {
      const all = await world()
      const { device, goAway } = await leaveWorkBehind(all)
      await device.leaving.leave('keep', await device.leaving.count())
      goAway()
      all.api.always = undefined
      death.dieAtWrite(writes)
      await all
        .openTab('dies')
        .then((opened) => opened.close())
        .catch(() => undefined)
      death.revive()
      const again = await all.openTab('again')
      expect(await again.drafts.listLeft()).toHaveLength(2)
      await untilSynced(again)
      expect(all.server.applied).toHaveLength(2)
    },
    30_000,
  )
})

describe('signing out in one tab while another saves', () => {
  it.each(['keep', 'discard'] as const)(
    '(%s) either has the change, or its save was refused: it is never gone after a success',
    async (choice) => {
      for (let race = 0; race < 12; race++) {
        const all = await world()
        const first = await all.openTab(`first ${race}`)
        const second = await all.openTab(`second ${race}`)
        await untilSynced(first)
        await until(() => knowsKey(all.userId), 'the key')
        all.api.always = offline
        let outcome: Awaited<ReturnType<TestDevice['leaving']['leave']>> | undefined
        const saving = (async () => {
          // Each race saves some event-loop turns later, at another step of leaving.
          for (let turn = 0; turn < race * 4; turn++) await new Promise((resolve) => setImmediate(resolve))
          return second.write(shopId, [customerInput({ name: `Race ${race}` })]).then(
            () => true,
            () => false,
          )
        })()
        const leaving = (async () => {
          outcome = await first.leaving.leave(choice, choice === 'keep' ? everything : { unsent: 0, refused: 0, drafts: 0, isSealable: true })
        })()
        const [isSaved] = await Promise.all([saving, leaving])
        all.api.always = undefined
        if (outcome?.isOver === false) {
          // Counted again: the user is told of one more.
          expect(isSaved).toBe(true)
          expect(outcome.leaving.unsent).toBe(1)
          await untilSynced(first)
        } else {
          const again = await all.openTab(`again ${race}`)
          await untilSynced(again)
        }
        expect(all.server.applied).toHaveLength(isSaved ? 1 : 0)
        await closeTestDevices()
      }
    },
    60_000,
  )

  it('counts what is half typed in the other tab, also what it had not stored yet, and keeps it', async () => {
    const all = await world()
    const first = await all.openTab('first')
    const second = await all.openTab('second')
    await untilSynced(first)
    await until(() => knowsKey(all.userId), 'the key')
    const { key, release } = await second.drafts.claim('customer')
    second.leaving.onKeepNow(() => void second.drafts.save(key, { shopId, values: { name: 'Typed a moment ago' }, opened: {} }))
    const leaving = await first.leaving.count()
    expect(leaving).toMatchObject({ unsent: 0, drafts: 1 })
    expect(await first.leaving.leave('discard', { ...leaving, drafts: 0 })).toEqual({ isOver: false, leaving })
    expect(await first.leaving.leave('keep', leaving)).toEqual({ isOver: true })
    await expect(second.drafts.save(key, { shopId, values: { name: 'Too late' }, opened: {} })).rejects.toBeDefined()
    await expect(second.write(shopId, [customerInput()])).rejects.toBeDefined()
    release()
    const again = await all.openTab('again')
    expect((await again.drafts.listLeft()).map(({ value }) => value)).toEqual([expect.objectContaining({ values: { name: 'Typed a moment ago' } })])
  })
})

const nothing = { unsent: 0, refused: 0, drafts: 0, isSealable: false }

/** Blocks a user's store, as a tab that is frozen during a transaction. */
async function holdStore(userId: string): Promise<{ letGo: () => Promise<void> }> {
  const database = new Dexie(`mainspring-device-${userId}`)
  await database.open()
  const tables = database.tables.map(({ name }) => name)
  const transaction = database.backendDB().transaction(tables, 'readwrite')
  transaction.objectStore('meta').get('nothing')
  // An unprocessed transaction of `fake-indexeddb` blocks all later ones.
  Reflect.set(transaction, '_start', () => undefined)
  return {
    async letGo() {
      Reflect.deleteProperty(transaction, '_start')
      const done = new Promise((resolve) => transaction.addEventListener('complete', resolve))
      Reflect.apply(Reflect.get(transaction, '_start') as () => void, transaction, [])
      await done
      database.close()
    },
  }
}

describe('signing out where something stands still', () => {
  it('keeps the write lock from a tab that waits for it, however long the key takes', async () => {
    const all = await world()
    all.api.always = offline
    const { monotonic, wait, pass } = new TickingTime(5)
    const timing: Partial<DeviceOptions> = { keys: { ...all.keyServer.of(all.userId), ask: () => new Promise(() => undefined) }, monotonic, wait }
    const first = await all.openTab('first', timing)
    const second = await all.openTab('second', timing)
    await first.write(shopId, [customerInput({ name: 'Plain Paula' })])
    const leaving = first.leaving.leave('keep', { ...nothing, unsent: 1 })
    await pass(4_500)
    await expect(second.write(shopId, [customerInput({ name: 'Took the lock' })])).rejects.toBeDefined()
    expect(await leaving).toEqual({ isOver: true })
  })

  it('has ended where another tab ended it meanwhile', async () => {
    const all = await world()
    all.api.always = offline
    const first = await all.openTab('first')
    const second = await all.openTab('second')
    const outcomes = await Promise.all([first, second].map((tab) => tab.leaving.leave('keep', nothing)))
    expect(outcomes).toEqual([{ isOver: true }, { isOver: true }])
  })

  it('tells in time that a storage is held up, ends nothing then, and can be tried again', async () => {
    const all = await world()
    const { device, goAway } = await leaveWorkBehind(all)
    const { letGo } = await holdStore(all.userId)
    const results = await Promise.allSettled([device.outbox.count(), device.leaving.count(), device.leaving.leave('keep', nothing)])
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })
    await letGo()
    await device.write(shopId, [customerInput({ name: 'Still here' })])
    const leaving = await device.leaving.count()
    expect(leaving).toEqual({ unsent: 2, refused: 0, drafts: 2, isSealable: true })
    expect(await device.leaving.leave('keep', leaving)).toEqual({ isOver: true })
    goAway()
  }, 40_000)

  it('tells in time that a write of this page never ends, where nothing can be taken by force, and ends nothing later', async () => {
    const all = await world()
    all.api.always = offline
    const locks = createTabLocks()
    const device = await all.openTab('first', { locks })
    const stuck = Promise.withResolvers<void>()
    void locks.request(`mainspring-write-${all.userId}`, {}, () => stuck.promise)
    await expect(device.leaving.leave('keep', nothing)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    stuck.resolve()
    await device.write(shopId, [customerInput({ name: 'Still here' })])
    expect(await device.outbox.count()).toBe(1)
  }, 40_000)

  it.each(['lock', 'store'] as const)(
    'and the next person’s opening do not wait for a tab that never lets go of the %s',
    async (held) => {
      const all = await world()
      const { device, goAway } = await leaveWorkBehind(all)
      // Granted between sign-out's two lock requests, as to a frozen tab that waited.
      const stuck = Promise.withResolvers<void>()
      const locks = browserLocks()
      let grants = 0
      const request: typeof locks.request = async (name, options, run) => {
        const result = await locks.request(name, options, run)
        if (held === 'lock' && name === `mainspring-write-${all.userId}` && all.notes.read(`mainspring-removed-${all.userId}`) !== null && ++grants === 2)
          void locks.request(name, { steal: true }, () => stuck.promise).catch(() => undefined)
        return result
      }
      await device.close()
      goAway()
      const leaver = await all.openTab('leaver', { locks: { ...locks, request } })
      expect(await leaver.leaving.leave('keep', await leaver.leaving.count())).toEqual({ isOver: true })
      const release = Promise.withResolvers<void>()
      if (held === 'lock') void locks.request(`mainspring-write-${all.userId}`, { steal: true }, () => release.promise).catch(() => undefined)
      const store = held === 'store' ? await holdStore(all.userId) : undefined
      const other = v7()
      all.server.addUser(other, [v7()])
      const neighbour = await openTestDevice({ userId: other, api: all.server.apiOf(other), notes: all.notes, locks: browserLocks() })
      await untilSynced(neighbour)
      release.resolve()
      stuck.resolve()
      await store?.letGo()
    },
    40_000,
  )
})
