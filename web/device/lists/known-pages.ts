import type { CollectionName } from '#schema/collections/index.ts'
import { type DeviceStore, readMeta, writeMeta } from '../storage/unsent-store.ts'

const key = 'pages'

/** Some pages per person of a desk: each view of a list is one. */
const pagesMax = 20

/** Changes come in bursts: the pages are stored this long after the first. */
const storeAfterMs = 1_000

/** The ids of a page as it was last shown, and the counts under it. */
export type KnownPage = { ids: string[]; total: number; shopTotal: number }

/** What lists showed last, by query: shown at the next opening until the rows are indexed. */
export type KnownPages = {
  of: (collection: CollectionName) => {
    readEarly: (query: object) => KnownPage | undefined
    note: (query: object, page: KnownPage) => void
  }
}

export async function openKnownPages(store: DeviceStore, closing: AbortSignal): Promise<KnownPages> {
  const pageByQuery = new Map(Object.entries((await readMeta<Record<string, KnownPage>>(store, key)) ?? {}))
  let isDue = false
  const storePages = (): void => {
    isDue = false
    if (!closing.aborted) void writeMeta(store, key, Object.fromEntries(pageByQuery)).catch(() => undefined)
  }
  const note = (asked: string, page: KnownPage): void => {
    if (JSON.stringify(pageByQuery.get(asked)) === JSON.stringify(page)) return
    pageByQuery.delete(asked)
    pageByQuery.set(asked, page)
    const [oldest] = pageByQuery.keys()
    if (pageByQuery.size > pagesMax && oldest !== undefined) pageByQuery.delete(oldest)
    if (isDue) return
    isDue = true
    setTimeout(storePages, storeAfterMs)
  }
  return {
    of: (collection) => ({
      readEarly: (query) => pageByQuery.get(collection + JSON.stringify(query)),
      note: (query, page) => note(collection + JSON.stringify(query), page),
    }),
  }
}
