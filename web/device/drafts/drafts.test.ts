import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { v7 } from 'uuid'
import { type DeviceStore, openDeviceStore } from '../storage/unsent-store.ts'
import { openDraftNotes } from '../storage/draft-notes.ts'
import { type DraftStore, openDraftStore } from './drafts.ts'
import { until } from '../testing/test-device.ts'

const dayMs = 24 * 60 * 60 * 1000

describe('drafts', () => {
  let userId: string
  let store: DeviceStore
  let nowMs: number
  let book: DraftStore
  const openTab = (): DraftStore => openDraftStore({ store, userId, clock: () => new Date((nowMs += 1)), newId: v7 })

  beforeEach(async () => {
    userId = v7()
    nowMs = Date.parse('2026-03-02T09:00:00.000Z')
    store = await openDeviceStore(userId)
    book = openTab()
  })
  afterEach(() => store.close())

  const leave = async (formKey: string, value: string): Promise<string> => {
    const claim = await book.claim(`${formKey}-new`)
    claim.release()
    const key = `${formKey}~${v7()}`
    await book.save(key, value)
    return key
  }

  it('are offered by the next form of their kind, and by no other', async () => {
    await leave('order-add/shop/any', 'a phone')
    expect((await book.claim('order-add/shop/other')).draft).toBeUndefined()
    expect((await book.claim('order-add/shop/any')).draft?.value).toBe('a phone')
  })

  it('of two tabs with the same form are two, and saving one leaves the other', async () => {
    const other = openTab()
    const [mine, theirs] = [await book.claim('customer-add/shop'), await other.claim('customer-add/shop')]
    await book.save(mine.key, 'mine')
    await other.save(theirs.key, 'theirs')
    await book.remove(mine.key)
    mine.release()
    expect((await openTab().claim('customer-add/shop')).draft).toBeUndefined()
    theirs.release()
    expect((await openTab().claim('customer-add/shop')).draft?.value).toBe('theirs')
  })

  it('are each taken by one of two forms that open at once', async () => {
    await leave('customer-add/shop', 'first')
    await leave('customer-add/shop', 'second')
    const claims = await Promise.all([book.claim('customer-add/shop'), openTab().claim('customer-add/shop'), openTab().claim('customer-add/shop')])
    expect(new Set(claims.map(({ draft }) => draft?.value))).toEqual(new Set(['first', 'second', undefined]))
  })

  it('are listed newest first while no form has them open, in any tab', async () => {
    const first = await leave('customer-add/shop', 'first')
    const second = await leave('order-add/shop/any', 'second')
    expect((await book.listLeft()).map(({ key }) => key)).toEqual([second, first])
    const claim = await openTab().claim('order-add/shop/any')
    expect((await book.listLeft()).map(({ key }) => key)).toEqual([first])
    claim.release()
    await until(async () => (await book.listLeft()).length === 2, 'the draft to be left again')
  })

  it('come in the order that a person chooses', async () => {
    const first = await leave('customer-add/shop', 'first')
    await leave('customer-add/shop', 'second')
    book.prefer(first)
    expect((await book.claim('customer-add/shop')).draft?.value).toBe('first')
  })

  it('carried over from another form do not take the place of one that is left', async () => {
    await leave('order-add/shop/any', 'left')
    await book.save('order-add/shop/any', 'carried')
    expect((await book.claim('order-add/shop/any')).draft?.value).toBe('carried')
    expect((await openTab().claim('order-add/shop/any')).draft?.value).toBe('left')
  })

  it('of a lost shop keep what was typed, and nothing of the row that it was typed over', async () => {
    const values = { name: 'Ada', email: '', phone: '7911123456', customerNotes: 'typed here', priority: true }
    const opened = { name: 'Ada', email: null, phone: '7911123456', customerNotes: null, priority: false }
    const lost = { values, opened, shopId: 'lost' }
    await book.save('customer-edit/1~lost', lost)
    await book.save('customer-edit/2~kept', { ...lost, shopId: 'kept' })
    await book.save('customer-add/lost~new', { values: { name: 'New' }, opened: {}, shopId: 'lost' })
    await book.forgetRows((shopId) => shopId === 'lost')
    const valueByKey = new Map((await store.drafts.toArray()).map(({ key, value }) => [key, value]))
    expect(valueByKey.get('customer-edit/1~lost')).toEqual({ values: { customerNotes: 'typed here', priority: true }, opened: {}, shopId: 'lost' })
    expect(valueByKey.get('customer-edit/2~kept')).toEqual({ ...lost, shopId: 'kept' })
    expect(valueByKey.get('customer-add/lost~new')).toMatchObject({ values: { name: 'New' } })
  })

  it('that hold nothing of a lost shop are not written again when rows are forgotten', async () => {
    const kept = { values: { name: 'Ada' }, opened: { name: 'Eve' }, shopId: 'kept' }
    for (let index = 0; index < 3; index++) await book.save(`customer-edit/${index}~kept`, kept)
    await book.save('customer-edit/9~lost', { ...kept, shopId: 'lost' })
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    await book.forgetRows((shopId) => shopId === 'lost')
    expect(put).toHaveBeenCalledTimes(1)
    await book.forgetRows((shopId) => shopId === 'lost')
    expect(put).toHaveBeenCalledTimes(1)
    put.mockRestore()
  })

  it('older than 30 days are dropped, but never the last twenty, whatever a wrong clock says', async () => {
    for (let index = 0; index < 25; index++) await leave('customer-add/shop', `old ${index}`)
    nowMs += 31 * dayMs
    await leave('customer-add/shop', 'new')
    openTab()
    await until(async () => (await store.drafts.count()) === 20, 'the oldest to be dropped')
    expect((await book.listLeft())[0]?.value).toBe('new')
    nowMs += 20_000 * dayMs
    openTab()
    expect((await openTab().claim('customer-add/shop')).draft?.value).toBe('new')
    expect(await store.drafts.count()).toBe(20)
  })

  it('tell a listener when they come and go', async () => {
    let told = 0
    const stop = book.watch(() => (told += 1))
    const claim = await book.claim('customer-add/shop')
    await book.save(claim.key, 'x')
    claim.release()
    expect(told).toBe(1)
    await book.remove(claim.key)
    expect(told).toBe(2)
    stop()
    await book.save('customer-add/shop', 'y')
    expect(told).toBe(2)
  })

  describe('of a page that goes away while it stores them', () => {
    let storage: Storage
    const openDying = (): DraftStore => {
      // Transactions never finish, as when the browser drops them with the page.
      const never = {
        ...store,
        backendDB: () => ({
          transaction: () => ({ objectStore: () => ({ put: () => undefined }), commit: () => undefined, addEventListener: () => undefined }),
        }),
      }
      const dying = {
        ...never,
        drafts: { get: store.drafts.get.bind(store.drafts), toArray: store.drafts.toArray.bind(store.drafts), delete: () => new Promise(() => undefined) },
      }
      return openDraftStore({
        store: dying as unknown as DeviceStore,
        userId,
        clock: () => new Date((nowMs += 1)),
        newId: v7,
        notes: openDraftNotes(userId, storage),
      })
    }
    const openNext = (): DraftStore => openDraftStore({ store, userId, clock: () => new Date((nowMs += 1)), newId: v7, notes: openDraftNotes(userId, storage) })

    beforeEach(() => {
      storage = mapStorage()
    })

    it('are there with their last keystroke for the next form', async () => {
      await leave('customer-add/shop', 'first')
      const dying = openDying()
      const { key, draft, release } = await dying.claim('customer-add/shop')
      expect(draft?.value).toBe('first')
      void dying.save(key, 'first, and')
      void dying.save(key, 'first, and more')
      release()
      expect((await openNext().claim('customer-add/shop')).draft?.value).toBe('first, and more')
      expect(storage.length).toBe(0)
    })

    it('are there also when nothing of them had been stored', async () => {
      const dying = openDying()
      const { key, release } = await dying.claim('customer-add/shop')
      void dying.save(key, 'new')
      release()
      await until(async () => (await openNext().listLeft()).some(({ value }) => value === 'new'), 'the draft to be left')
      expect((await openNext().claim('customer-add/shop')).draft?.value).toBe('new')
    })

    it('do not come back when they were being removed', async () => {
      await leave('customer-add/shop', 'saved by now')
      const dying = openDying()
      const { key, release } = await dying.claim('customer-add/shop')
      void dying.remove(key)
      release()
      const next = openNext()
      await until(async () => (await next.listLeft()).length === 0, 'the draft to be gone')
      expect((await next.claim('customer-add/shop')).draft).toBeUndefined()
      expect(await store.drafts.count()).toBe(0)
    })

    it('are left to a form that is still open, and never overwrite what it stored since', async () => {
      const notes = openDraftNotes(userId, storage)
      const next = openNext()
      const { key, release } = await next.claim('customer-add/shop')
      notes.write({ key, value: 'on its way', savedAt: '2026-03-02T08:00:00.000Z' })
      expect(await openNext().listLeft()).toEqual([])
      expect(notes.list()).toHaveLength(1)
      await next.save(key, 'stored')
      expect(notes.list()).toEqual([])
      release()
      await until(async () => (await openNext().listLeft()).length === 1, 'the draft to be left')
      expect((await openNext().claim('customer-add/shop')).draft?.value).toBe('stored')
    })

    it('are kept in the note while the device cannot store them', async () => {
      void openDying().save('customer-add/shop~1', 'no room')
      const failing = { ...store, transaction: () => Promise.reject(new Error('QuotaExceededError')), drafts: store.drafts } as unknown as DeviceStore
      const broken = openDraftStore({ store: failing, userId, clock: () => new Date(), newId: v7, notes: openDraftNotes(userId, storage) })
      expect(await broken.listLeft()).toEqual([])
      expect((await openNext().claim('customer-add/shop')).draft?.value).toBe('no room')
    })

    it('are noted no more once the user’s data is being removed', async () => {
      const book = openNext()
      openDraftNotes(userId, storage).write({ key: 'customer-add/shop~1', value: 'left', savedAt: '2026-03-02T08:00:00.000Z' })
      book.end()
      expect(storage.length).toBe(0)
      const saving = book.save('customer-add/shop~2', 'too late')
      expect(storage.length).toBe(0)
      await expect(saving).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    })

    it('are each user’s own, and go with everything else that a user removes', async () => {
      const other = openDraftNotes(v7(), storage)
      other.write({ key: 'customer-add/shop~1', value: 'other', savedAt: '2026-03-02T08:00:00.000Z' })
      expect(await openNext().listLeft()).toEqual([])
      openDraftNotes(userId, storage).clear()
      expect(other.list()).toHaveLength(1)
      other.clear()
      expect(storage.length).toBe(0)
    })
  })
})

function mapStorage(): Storage {
  const held = new Map<string, string>()
  return {
    get length() {
      return held.size
    },
    key: (index) => [...held.keys()][index] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
  }
}
