import type { Bootstrap } from '#schema/api/sync.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { createStore, type Readable } from '../platform/observable.ts'
import { bootstrapKey, clockOffsetKey } from '../storage/meta-keys.ts'
import { type DeviceStore, readMeta } from '../storage/unsent-store.ts'

export type BootstrapBook = {
  bootstrap: Readable<Bootstrap | null>
  /** Milliseconds by which the server's clock was ahead of this device's at the last connection; null before the first. */
  clockOffset: Readable<number | null>
  /** Shows what the server said before it is stored, where nothing is known yet. */
  preview: (next: Bootstrap) => void
  /** Takes the server's newest over in this page; rejects when it cannot be stored. */
  save: (next: Bootstrap) => Promise<void>
  /** Another tab has stored a newer one. */
  refresh: () => Promise<void>
  /** Undefined while this device has never heard of the user's rights. */
  readCaller: () => Caller | undefined
  /** The user's shops; undefined likewise. */
  shopIds: () => string[] | undefined
  /** What names this person in a file, and how far the server's clock was ahead of this device's, as it is stored. */
  readWho: () => Promise<{ login: string; clockOffsetMs: number | null }>
  /** What is stored of it, by key. */
  toMeta: () => Record<string, unknown>
}

/** Shops, rights and look-ups as of the last connection, shared by the tabs through the device's store. */
export async function openBootstrapBook(store: DeviceStore, userId: string, clock: () => Date): Promise<BootstrapBook> {
  const bootstrap = createStore<Bootstrap | null>((await readMeta<Bootstrap>(store, bootstrapKey)) ?? null)
  const clockOffset = createStore((await readMeta<number>(store, clockOffsetKey)) ?? null)
  const shopIds = (): string[] | undefined => bootstrap.get()?.shops.map(({ id }) => id)
  return {
    bootstrap,
    clockOffset,
    preview(next) {
      if (bootstrap.get() === null) bootstrap.set(next)
    },
    async save(next) {
      bootstrap.set(next)
      const offsetMs = Date.parse(next.serverTime) - clock().getTime()
      clockOffset.set(offsetMs)
      await store.meta.bulkPut([
        { key: clockOffsetKey, value: offsetMs },
        { key: bootstrapKey, value: next },
      ])
    },
    async refresh() {
      clockOffset.set((await readMeta<number>(store, clockOffsetKey)) ?? null)
      bootstrap.set((await readMeta<Bootstrap>(store, bootstrapKey)) ?? null)
    },
    readCaller() {
      const known = bootstrap.get()
      return known === null ? undefined : { userId, privileges: new Set(known.privileges), shopIds: new Set(shopIds()) }
    },
    shopIds,
    readWho: async () => ({ login: bootstrap.get()?.user.login_id ?? '', clockOffsetMs: (await readMeta<number>(store, clockOffsetKey)) ?? null }),
    toMeta() {
      const known = bootstrap.get()
      return known === null ? {} : { [bootstrapKey]: known, [clockOffsetKey]: clockOffset.get() }
    },
  }
}
