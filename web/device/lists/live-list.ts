import type { CollectionName } from '#schema/collections/index.ts'
import { createStore, type Readable } from '../platform/observable.ts'
import type { FoundPage } from './list-finder.ts'
import type { KnownPage } from './known-pages.ts'

export type ListPage<Row> = {
  /** 'failed': this device's storage did not return the rows; `sortAnew` tries again. */
  state: 'loading' | 'ready' | 'failed'
  /** Matching rows, and all rows of the shop. */
  total: number
  shopTotal: number
  rows: Row[]
  /** The held order on screen is outdated. */
  isStale: boolean
  /** During the first sync: how many of the shop's rows are stored (null while uncounted), and of how many. */
  coverage?: Coverage | undefined
  /** During the first sync: the server said that there are no rows. */
  isKnownEmpty?: boolean | undefined
}

export type Coverage = { here: number | null; total: number }

/** A visible list. `hold(true)` while the pointer is over it. */
export type LiveList<Query, Row> = Readable<ListPage<Row>> & {
  setQuery: (query: Query) => void
  hold: (isHeld: boolean) => void
  sortAnew: () => void
  close: () => void
}

/** The server's unfiltered first page, before its rows are stored. 'coming': requested. */
export type FirstRows = { ids: string[]; total: number }

export type ListSource<Query, Row> = {
  /** One page in list order; undefined while the projection is being built. */
  find: (query: Query) => FoundPage | undefined
  /** The page as this device showed it last, until the projection is ready. */
  readEarly: (query: Query) => KnownPage | undefined
  /** Notes the shown page for the next opening. */
  note: (query: Query, page: KnownPage) => void
  /** The server's page below stored rows; undefined where it cannot serve the query, and after the first sync. */
  readFirst: (query: Query) => Promise<FirstRows | undefined> | 'coming' | undefined
  /** Undefined after the first sync, and while the server gave no count. */
  coverage: () => Coverage | undefined
  /** Builds the projection now; rejects when that fails. */
  demand: (query: Query) => Promise<unknown>
  /** The page's rows, in the order of `ids`, without missing ones. */
  load: (ids: readonly string[], changedAt: ReadonlyMap<string, number>) => Promise<Row[]>
  idOf: (row: Row) => string
  watch: (listener: (change: ListChange) => void) => () => void
  now: () => number
}

export type ListChange = { collection: CollectionName; ids: ReadonlySet<string> } | 'unsent' | 'ready'

/** A change of this many rows is a pulled page. */
const pageOfOthers = 100
/** Interval of the row count's updates. */
const fillingMs = 300

type PageQuery = { page: number; pageSize: number }

/**
 * One live page of a list. While held, rows keep their places and only their content updates; a new query, `sortAnew`
 * or the end of the hold sorts again.
 */
export function createLiveList<Query extends PageQuery, Row extends object>(source: ListSource<Query, Row>, first: Query): LiveList<Query, Row> {
  const store = createStore<ListPage<Row>>({ state: 'loading', total: 0, shopTotal: 0, rows: [], isStale: false })
  const changedAt = new Map<string, number>()
  let query = first
  let shownIds: readonly string[] = []
  /** The query of the shown rows; while another one is pending, their places need not be kept. */
  let shownQuery: Query | undefined
  let isHeld = false
  let isClosed = false
  let run = 0
  /** The shown page came from the server during the first sync: other pulled pages change only the count. */
  let isFilling = false
  let due: { timer: ReturnType<typeof setTimeout>; isSoon: boolean } | undefined

  const show = (page: Partial<ListPage<Row>>): void => store.set({ ...store.get(), ...page })

  const load = async (ids: readonly string[]): Promise<Row[]> => keepSameRows(store.get().rows, await source.load(ids, changedAt), source.idOf)

  /** Reads and shows the query's page; an outdated run shows nothing. */
  const refresh = async (): Promise<void> => {
    const own = ++run
    const asked = query
    const coming = source.readFirst(query)
    // The watcher reports its arrival; the shown rows stay until then.
    if (coming === 'coming') return
    const first = coming === undefined ? undefined : await coming
    if (own !== run || isClosed) return
    if (first !== undefined) return showFirst(own, asked, first)
    const found = source.find(query)
    const early = found === undefined ? source.readEarly(query) : undefined
    // The watcher reports when it is ready.
    const known = found ?? early
    if (known === undefined) return void (await source.demand(asked))
    const { ids, total, shopTotal } = known
    const rows = await load(ids)
    if (own !== run || isClosed) return
    if (found !== undefined) source.note(asked, found)
    // Build the projection while these rows are drawn.
    else source.demand(asked).catch(() => undefined)
    shownIds = ids
    shownQuery = asked
    isFilling = false
    const coverage = source.coverage()
    show({ state: 'ready', rows, total, shopTotal: Math.max(shopTotal, coverage?.total ?? 0), isStale: false, coverage })
  }

  const showFirst = async (own: number, asked: Query, { ids, total }: FirstRows): Promise<void> => {
    const rows = await source.load(ids, changedAt)
    if (own !== run || isClosed) return
    shownIds = ids
    shownQuery = asked
    isFilling = true
    const coverage = source.coverage()
    const shopTotal = Math.max(total, coverage?.total ?? 0)
    show({ state: 'ready', rows, total, shopTotal, isStale: false, coverage, isKnownEmpty: shopTotal === 0 })
  }

  /** Never leave rows of another query on screen: show the failure, unless a newer run is pending. */
  const tryRefresh = (): void => {
    const refreshed = refresh()
    const own = run
    refreshed.catch(() => {
      if (own !== run || isClosed) return
      shownIds = []
      show({ state: 'failed', rows: [], total: 0, isStale: false })
    })
  }

  /** Reads the shown rows again in their places, and sets `isStale` when the page's rows or order would differ. */
  const reload = async (): Promise<void> => {
    const own = ++run
    const found = source.find(query)
    const rows = await load(shownIds)
    if (own !== run || isClosed) return
    if (found === undefined) return show({ rows })
    const isStale = found.ids.join() !== shownIds.join()
    show({ rows, total: found.total, shopTotal: found.shopTotal, isStale })
  }

  /** An empty list has no places to keep: show its first rows even while held. */
  const keepsPlaces = (): boolean => isHeld && shownIds.length > 0 && shownQuery === query

  /** Bursts of changes (a pulled page) share one refresh. */
  const schedule = (isSoon = true): void => {
    if (isClosed || due?.isSoon === true || (due !== undefined && !isSoon)) return
    clearTimeout(due?.timer)
    const refreshNow = (): void => {
      due = undefined
      if (isClosed) return
      // Rows that cannot be read again stay as they are.
      if (keepsPlaces()) void reload().catch(() => undefined)
      else tryRefresh()
    }
    due = { timer: setTimeout(refreshNow, isSoon ? 0 : fillingMs), isSoon }
  }

  const stopWatching = source.watch((change) => {
    if (change === 'ready' || change === 'unsent') {
      if (change === 'ready' || shownIds.length > 0) schedule()
      return
    }
    const shown = shownIds.filter((id) => change.ids.has(id))
    for (const id of shown) changedAt.set(id, source.now())
    schedule(!isFilling || shown.length > 0 || change.ids.size < pageOfOthers)
  })

  tryRefresh()

  const sortAnew = (): void => {
    if (store.get().state === 'failed') show({ state: 'loading' })
    tryRefresh()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    setQuery(next) {
      if (JSON.stringify(next) === JSON.stringify(query)) return
      query = next
      changedAt.clear()
      sortAnew()
    },
    hold(held) {
      if (held === isHeld) return
      isHeld = held
      if (!held && store.get().isStale) sortAnew()
    },
    sortAnew,
    close() {
      isClosed = true
      stopWatching()
    },
  }
}

/** Reuses the former object of each unchanged row, which saves rendering it again. */
export function keepSameRows<Row>(before: readonly Row[], rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const beforeById = new Map(before.map((row) => [idOf(row), row]))
  return rows.map((row) => {
    const known = beforeById.get(idOf(row))
    return known !== undefined && isSame(known, row) ? known : row
  })
}

/** Compares plain values deeply. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const before = Object.entries(a)
  const after = new Map(Object.entries(b))
  return before.length === after.size && before.every(([name, value]) => after.has(name) && isSame(value, after.get(name)))
}
