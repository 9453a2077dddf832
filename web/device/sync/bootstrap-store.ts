import type { Bootstrap } from '#schema/api/sync.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { createStore, type Readable } from '../platform/observable.ts'
import { bootstrapKey, clockOffsetKey } from '../storage/meta-keys.ts'
import { type DeviceStore, readMeta } from '../storage/unsent-store.ts'

export type BootstrapStore = {
  bootstrap: Readable<Bootstrap | null>
  /** Milliseconds by which the server's clock was ahead of this device's at the last connection; null before the first. */
  clockOffset: Readable<number | null>
  /** Shows a bootstrap before it is stored, if none is known yet. */
  preview: (next: Bootstrap) => void
  /** Shows the newest bootstrap at once; rejects if it cannot be stored. */
  save: (next: Bootstrap) => Promise<void>
  /** Another tab has stored a newer bootstrap. */
  refresh: () => Promise<void>
  /** Undefined before the first bootstrap. */
  readCaller: () => Caller | undefined
  shopIds: () => string[] | undefined
  /** The user's login for an export file, and the stored clock offset. */
  readWho: () => Promise<{ login: string; clockOffsetMs: number | null }>
  /** Stored values by `meta` key. */
  toMeta: () => Record<string, unknown>
}

/** Shops, privileges and lookups as of the last connection, shared by the tabs through the device store. */
export async function openBootstrapStore(store: DeviceStore, userId: string, clock: () => Date): Promise<BootstrapStore> {
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
