import type { Notice } from '#schema/rules/merge/notices.ts'
import type { DeviceStore, NoticeEntry } from '../storage/unsent-store.ts'
import { tellingFullStorage } from '../platform/storage-errors.ts'
import { createStore, type Readable, watchSet } from '../platform/observable.ts'
import type { SyncApi } from '../platform/server-port.ts'

/** Ids per request, below the server's limit. */
const dismissStep = 500

export type NoticeBook = {
  /** Newest first. */
  unread: Readable<Notice[]>
  /** Reads the list again and passes those among `ids` to the listeners. */
  announce: (ids: readonly string[]) => Promise<void>
  onNotices: (listener: (notices: Notice[]) => void) => () => void
  /** Removes notices from the list; the server learns of it at the next connection. @throws AppError UNAVAILABLE if the storage is full */
  dismiss: (ids: readonly string[]) => Promise<void>
  /** Sends dismissals, then takes over the server's list. Returns the new ids and whether anything changed. */
  sync: (api: SyncApi, signal: AbortSignal) => Promise<{ newIds: string[]; hasChanged: boolean }>
  /** Returns whether any notice was removed. */
  forgetShops: (isLost: (shopId: string) => boolean) => Promise<boolean>
}

/** Notices of other users' changes to this user's work, shared by the tabs through the device store. */
export async function openNoticeBook(store: DeviceStore): Promise<NoticeBook> {
  const list = async (): Promise<Notice[]> =>
    (await store.notices.toArray())
      .filter(({ isDismissed }) => isDismissed !== true)
      .map(({ value }) => value)
      .toSorted(byNewest)
  const unread = createStore(await list())
  const listeners = new Set<(notices: Notice[]) => void>()
  const refresh = async (): Promise<void> => {
    const next = await list()
    if (JSON.stringify(next) !== JSON.stringify(unread.get())) unread.set(next)
  }
  return {
    unread,
    async announce(ids) {
      await refresh()
      const told = unread.get().filter(({ id }) => ids.includes(id))
      if (told.length > 0) for (const listener of listeners) listener(told)
    },
    onNotices: (listener) => watchSet(listeners, listener),
    async dismiss(ids) {
      const wanted = new Set(ids)
      await tellingFullStorage(() => store.notices.filter(({ id }) => wanted.has(id)).modify({ isDismissed: true }))
      await refresh()
    },
    async sync({ notices: api }, signal) {
      if (api === undefined) return { newIds: [], hasChanged: false }
      const held = await readHeld(api, store, signal)
      const outcome = await replaceAll(store, held)
      await refresh()
      return outcome
    },
    async forgetShops(isLost) {
      const count = await store.notices.filter(({ shopId }) => isLost(shopId)).delete()
      if (count > 0) await refresh()
      return count > 0
    },
  }
}

const byNewest = (one: Notice, other: Notice): number => (one.id < other.id ? 1 : -1)

async function readHeld(api: NonNullable<SyncApi['notices']>, store: DeviceStore, signal: AbortSignal): Promise<Notice[]> {
  const dismissed = (await store.notices.toArray()).filter(({ isDismissed }) => isDismissed === true).map(({ id }) => id)
  for (let start = 0; start < dismissed.length; start += dismissStep) await api.dismiss(dismissed.slice(start, start + dismissStep), signal)
  return api.read(signal)
}

/** Notices dismissed during the request stay dismissed. */
async function replaceAll(store: DeviceStore, held: readonly Notice[]): Promise<{ newIds: string[]; hasChanged: boolean }> {
  return store.transaction('rw', store.notices, async () => {
    const known = new Map((await store.notices.toArray()).map((entry) => [entry.id, entry]))
    const heldIds = new Set(held.map(({ id }) => id))
    const gone = [...known.keys()].filter((id) => !heldIds.has(id))
    const fresh = held.filter(({ id }) => !known.has(id))
    if (gone.length > 0) await store.notices.bulkDelete(gone)
    if (fresh.length > 0) await store.notices.bulkPut(fresh.map(toEntry))
    return { newIds: fresh.map(({ id }) => id), hasChanged: gone.length + fresh.length > 0 }
  })
}

const toEntry = (notice: Notice): NoticeEntry => ({ id: notice.id, shopId: notice.shopId, createdAt: notice.createdAt, value: notice })
