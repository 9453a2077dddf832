import type { Notice } from '#schema/rules/merge/notices.ts'
import type { DeviceStore, NoticeEntry } from '../storage/unsent-store.ts'
import { tellingFullStorage } from '../platform/storage-errors.ts'
import type { SyncApi } from '../platform/server-port.ts'

/** Ids per request, below the server's limit. */
const dismissStep = 500

export type NoticeStore = {
  /** Newest first. */
  list: () => Promise<Notice[]>
  /** Removes notices from the list; the server learns of it at the next connection. @throws AppError UNAVAILABLE if the storage is full */
  dismiss: (ids: readonly string[]) => Promise<void>
  /** Sends dismissals, then takes over the server's list. */
  sync: (api: SyncApi, signal: AbortSignal) => Promise<void>
  forgetShops: (isLost: (shopId: string) => boolean) => Promise<void>
}

/** Notices of other users' changes to this user's work, shared by the tabs through the device store. */
export const createNoticeBook = (store: DeviceStore): NoticeStore => ({
  list: async () =>
    (await store.notices.toArray())
      .filter(({ isDismissed }) => isDismissed !== true)
      .map(({ value }) => value)
      .toSorted(byNewest),
  async dismiss(ids) {
    const wanted = new Set(ids)
    await tellingFullStorage(() => store.notices.filter(({ id }) => wanted.has(id)).modify({ isDismissed: true }))
  },
  async sync({ notices: api }, signal) {
    const held = api && (await readHeld(api, store, signal))
    if (held !== undefined) await replaceAll(store, held)
  },
  async forgetShops(isLost) {
    await store.notices.filter(({ shopId }) => isLost(shopId)).delete()
  },
})

const byNewest = (one: Notice, other: Notice): number => (one.id < other.id ? 1 : -1)

async function readHeld(api: NonNullable<SyncApi['notices']>, store: DeviceStore, signal: AbortSignal): Promise<Notice[]> {
  const dismissed = (await store.notices.toArray()).filter(({ isDismissed }) => isDismissed === true).map(({ id }) => id)
  for (let start = 0; start < dismissed.length; start += dismissStep) await api.dismiss(dismissed.slice(start, start + dismissStep), signal)
  return api.read(signal)
}

/** Notices dismissed during the request stay dismissed. */
async function replaceAll(store: DeviceStore, held: readonly Notice[]): Promise<void> {
  await store.transaction('rw', store.notices, async () => {
    const known = new Set(await store.notices.toCollection().primaryKeys())
    const heldIds = new Set(held.map(({ id }) => id))
    const gone = [...known].filter((id) => !heldIds.has(id))
    const fresh = held.filter(({ id }) => !known.has(id))
    if (gone.length > 0) await store.notices.bulkDelete(gone)
    if (fresh.length > 0) await store.notices.bulkPut(fresh.map(toEntry))
  })
}

const toEntry = (notice: Notice): NoticeEntry => ({ id: notice.id, shopId: notice.shopId, createdAt: notice.createdAt, value: notice })
