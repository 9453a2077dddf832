import { type DeviceStore, readMeta, writeMeta } from '../storage/unsent-store.ts'
import type { ListCounts } from './list-sources.ts'

const key = 'counts'

/** Row counts of the shops' lists, stored for the next opening. */
export async function openListCounts(store: DeviceStore, closing: AbortSignal): Promise<ListCounts & { toMeta: () => Record<string, unknown> }> {
  const all = (await readMeta<Record<string, number>>(store, key)) ?? {}
  return {
    read: (collection, shopId) => all[`${collection}/${shopId}`],
    write(collection, shopId, count) {
      if (closing.aborted || all[`${collection}/${shopId}`] === count) return
      all[`${collection}/${shopId}`] = count
      void writeMeta(store, key, all).catch(() => undefined)
    },
    toMeta: () => ({ [key]: all }),
  }
}
