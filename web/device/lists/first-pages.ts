import type { FirstPage, FirstPageView } from '#schema/api/sync.ts'
import { isTombstone } from '#schema/collection.ts'
import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { toFirstPageRequest } from '../platform/first-page-request.ts'
import { watchSet } from '../platform/observable.ts'
import type { SyncApi } from '../platform/server-port.ts'
import { documentToRow, type Row, type RowKey, rowKey } from '../rows/rows.ts'
import type { RowReads } from './unheld-reads.ts'

/** An empty list waits this long for its first page before it shows what is stored. */
const patienceMs = 2_500
/** After a failure, the next read of the list asks again after this time. */
const askAgainMs = 5_000

/** A list's first page from the server: ids in list order, and counts. */
export type KnownFirstPage = { ids: readonly string[]; total: number; counts: FirstPage['counts'] }

type Asked = { state: 'coming' | 'late' } | { state: 'here'; page: KnownFirstPage } | { state: 'failed'; untilMs: number }

type Options = {
  api: Pick<SyncApi, 'firstPage'>
  database: Pick<RowReads, 'find'>
  /** True during the first sync; then the pages are dropped. */
  isOpen: () => boolean
  onOpen: (listener: () => void) => () => void
  clock: () => Date
  timeZoneOf: (shopId: string) => string
  closing: AbortSignal
}

/**
 * First pages of lists, before this device has their rows. Kept in memory only, below stored rows: a checkpoint must
 * cover only rows that came through their feed.
 */
export class FirstPages {
  readonly #options: Options
  readonly #askedByList = new Map<string, Asked>()
  readonly #rowByKey = new Map<RowKey, Row>()
  readonly #listeners = new Set<() => void>()
  #rows: number | null = null

  constructor(options: Options) {
    this.#options = options
    let wasOpen = this.isOpen
    options.onOpen(() => {
      if (wasOpen && !this.isOpen) this.#forget()
      wasOpen = this.isOpen
    })
  }

  /** Rows of the whole first sync; null while unknown. */
  get rows(): number | null {
    return this.#rows
  }

  get isOpen(): boolean {
    return this.#options.isOpen()
  }

  subscribe(listener: () => void): () => void {
    return watchSet(this.#listeners, listener)
  }

  /** The list's first page, requested once. 'coming': the list shows nothing until it arrives. */
  read(view: FirstPageView, shopId: string): KnownFirstPage | 'coming' | undefined {
    if (!this.isOpen) return undefined
    this.ask(view, shopId)
    const asked = this.#askedByList.get(toKey(view, shopId))
    return asked?.state === 'here' ? asked.page : asked?.state === 'coming' ? 'coming' : undefined
  }

  /** The same without a request. */
  find(view: FirstPageView, shopId: string): KnownFirstPage | undefined {
    const asked = this.#askedByList.get(toKey(view, shopId))
    return asked?.state === 'here' ? asked.page : undefined
  }

  /** Asks the server once. `timeZone`: given where the shops are not known here yet. */
  ask(view: FirstPageView, shopId: string, timeZone = this.#options.timeZoneOf(shopId)): void {
    const key = toKey(view, shopId)
    const asked = this.#askedByList.get(key)
    const isDue = asked === undefined || (asked.state === 'failed' && performance.now() > asked.untilMs)
    const { api, clock, closing } = this.#options
    if (!isDue || api.firstPage === undefined || closing.aborted) return
    const isAgain = asked !== undefined
    const own: Asked = { state: isAgain ? 'late' : 'coming' }
    this.#askedByList.set(key, own)
    const late = setTimeout(() => this.#settle(key, own, { state: 'late' }), patienceMs)
    api.firstPage(toFirstPageRequest(view, shopId, clock(), timeZone), closing).then(
      (page) => {
        clearTimeout(late)
        if (closing.aborted || !this.#askedByList.has(key)) return
        if (isWhole(page, view, shopId)) this.#take(key, page)
        else this.#settle(key, undefined, { state: 'failed', untilMs: Infinity })
      },
      (error: unknown) => {
        clearTimeout(late)
        // A refusal is final; the rows come by pull.
        this.#settle(key, undefined, { state: 'failed', untilMs: error instanceof AppError ? Infinity : performance.now() + askAgainMs })
      },
    )
  }

  /** A row of a first page, or one that it refers to, as of the answer. */
  row(collection: CollectionName, id: string): Row | undefined {
    return this.#rowByKey.get(rowKey(collection, id))
  }

  /** Rows of `ids` that are neither stored nor deleted here. */
  readMissing(collection: CollectionName, ids: readonly string[], storedById: ReadonlyMap<string, unknown>): Map<string, Row> {
    if (this.#rowByKey.size === 0) return new Map()
    return new Map(
      ids.flatMap((id) => {
        const row = storedById.has(id) ? undefined : this.row(collection, id)
        return row === undefined ? [] : [[id, row]]
      }),
    )
  }

  /** Adds matching rows of first pages that are not stored. */
  async withMissing<Found extends { id: string }>(
    collection: CollectionName,
    found: readonly Found[],
    isMeant: (row: Row) => boolean,
  ): Promise<(Found | Row)[]> {
    if (this.#rowByKey.size === 0) return [...found]
    const known = new Set(found.map(({ id }) => id))
    const meant = [...this.#rowByKey].flatMap(([key, row]) => (key === rowKey(collection, row.id) && !known.has(row.id) && isMeant(row) ? [row.id] : []))
    if (meant.length === 0) return [...found]
    // Deleted rows are stored as such, so this excludes them.
    return [...found, ...this.readMissing(collection, meant, await this.#options.database.find(collection, meant)).values()]
  }

  #take(key: string, page: FirstPage): void {
    for (const { collection, document } of page.documents)
      if (isCollectionName(collection) && !isTombstone(document)) this.#rowByKey.set(rowKey(collection, document.id), documentToRow(collection, document))
    const ids = page.documents.flatMap(({ collection, document }) => (collection === page.view ? [document.id] : []))
    this.#rows = page.rows
    this.#askedByList.set(key, { state: 'here', page: { ids, total: page.total, counts: page.counts } })
    this.#tell()
  }

  /** `from`: change only from this state. */
  #settle(key: string, from: Asked | undefined, next: Asked): void {
    if (!this.#askedByList.has(key) || (from !== undefined && this.#askedByList.get(key) !== from)) return
    this.#askedByList.set(key, next)
    this.#tell()
  }

  #forget(): void {
    this.#askedByList.clear()
    this.#rowByKey.clear()
    this.#rows = null
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

const toKey = (view: FirstPageView, shopId: string): string => `${view}/${shopId}`

function isWhole(page: FirstPage, view: FirstPageView, shopId: string): boolean {
  const { documents, counts, total } = (page ?? {}) as Partial<Record<keyof FirstPage, unknown>>
  const isPage = Array.isArray(documents) && typeof counts === 'object' && counts !== null && typeof total === 'number'
  return isPage && page.view === view && page.shopId === shopId
}
