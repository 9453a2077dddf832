import type { CollectionName } from '#schema/collections/index.ts'
import { createStore, type Readable } from '../platform/observable.ts'
import type { FoundPage } from './list-finder.ts'

export type ListPage<Row> = {
  /** 'failed': this device's storage did not give the rows; `sortAnew` tries again. */
  state: 'loading' | 'ready' | 'failed'
  /** Rows that match the query, and rows of the shop. */
  total: number
  shopTotal: number
  rows: Row[]
  /** The order on the screen is held while somebody looks; rows may have moved. */
  isStale: boolean
  /** While the shop's rows are fetched for the first time: how many of them are here (null while nobody counted), and of how many. */
  coverage?: Coverage | undefined
  /** The server said that there are no rows, while they are fetched for the first time. */
  isKnownEmpty?: boolean | undefined
}

export type Coverage = { here: number | null; total: number }

/** A list on the screen. `hold(true)` while the pointer is over it; `sortAnew()` sorts anew. */
export type LiveList<Query, Row> = Readable<ListPage<Row>> & {
  setQuery: (query: Query) => void
  hold: (isHeld: boolean) => void
  sortAnew: () => void
  close: () => void
}

/** The shop's rows that match everything, before they are stored. 'coming': the server has been asked for them. */
export type FirstRows = { ids: string[]; total: number }

export type EarlyPage = { ids: string[]; total: number; exactTotal: () => Promise<number> }

/** What a list is made from: how rows are found, read and watched. */
export type ListSource<Query, Row> = {
  /** The page of the query in list order; undefined while the projection is being built. */
  find: (query: Query) => FoundPage | undefined
  /**
   * The first rows of the shop by index, for the time before the projection is ready; undefined where that cannot serve the query.
   * `total` is what was true last; `exactTotal` comes behind the rows.
   */
  readEarly: (query: Query) => Promise<EarlyPage | undefined>
  /** The page as the server answered it, under what is stored; undefined where this cannot serve the query, and once all rows are here. */
  readFirst: (query: Query) => Promise<FirstRows | undefined> | 'coming' | undefined
  /** Undefined once all rows are here, or while the server did not say how many there are. */
  coverage: () => Coverage | undefined
  /** The projection is needed now; rejects when it cannot be built. */
  demand: (query: Query) => Promise<unknown>
  /** The rows of the page, in the order of the ids; rows that are gone are left out. */
  load: (ids: readonly string[], changedAt: ReadonlyMap<string, number>) => Promise<Row[]>
  idOf: (row: Row) => string
  /** Calls back with the rows that changed. */
  watch: (listener: (change: ListChange) => void) => () => void
  /** Milliseconds. */
  now: () => number
}

export type ListChange = { collection: CollectionName; ids: ReadonlySet<string> } | 'unsent' | 'ready'

/** So many rows at once are a page of the feed. */
const pageOfOthers = 100
/** So often the list says how many rows are here by now. */
const fillingMs = 300

type PageQuery = { page: number; pageSize: number }

/**
 * One page of a list, live. While somebody looks (`hold`) rows keep their places and only their content moves; a new query,
 * `sortAnew` or the end of the look sorts anew.
 */
export function createLiveList<Query extends PageQuery, Row extends object>(source: ListSource<Query, Row>, first: Query): LiveList<Query, Row> {
  const store = createStore<ListPage<Row>>({ state: 'loading', total: 0, shopTotal: 0, rows: [], isStale: false })
  const changedAt = new Map<string, number>()
  let query = first
  let shownIds: readonly string[] = []
  /** What the shown rows answer; while a newer query is being answered their places mean nothing. */
  let shownQuery: Query | undefined
  let isHeld = false
  let isClosed = false
  let run = 0
  /** What shows came from the server while the rows are fetched: pages of others change nothing of it but how many are here. */
  let isFilling = false
  let due: { timer: ReturnType<typeof setTimeout>; isSoon: boolean } | undefined

  const show = (page: Partial<ListPage<Row>>): void => store.set({ ...store.get(), ...page })

  const load = async (ids: readonly string[]): Promise<Row[]> => keepSameRows(store.get().rows, await source.load(ids, changedAt), source.idOf)

  /** Finds, reads and shows the page of the query; an older run that ends later shows nothing. */
  const refresh = async (): Promise<void> => {
    const own = ++run
    const asked = query
    const coming = source.readFirst(query)
    // Watching tells when it is there. What shows meanwhile stays.
    if (coming === 'coming') return
    const first = coming === undefined ? undefined : await coming
    if (own !== run || isClosed) return
    if (first !== undefined) return showFirst(own, asked, first)
    const found = source.find(query)
    const early = found === undefined ? await source.readEarly(query) : undefined
    if (own !== run || isClosed) return
    // Watching tells when it is there.
    if (found === undefined && early === undefined) return void (await source.demand(asked))
    const ids = found?.ids ?? early?.ids ?? []
    const rows = await load(ids)
    if (own !== run || isClosed) return
    // What comes next is read while this is drawn.
    if (early !== undefined) source.demand(asked).catch(() => undefined)
    shownIds = ids
    shownQuery = asked
    isFilling = false
    const total = found?.total ?? early?.total ?? 0
    const coverage = source.coverage()
    show({ state: 'ready', rows, total, shopTotal: Math.max(found?.shopTotal ?? total, coverage?.total ?? 0), isStale: false, coverage })
    if (early === undefined) return
    const exact = await early.exactTotal().catch(() => total)
    if (own === run && !isClosed) show({ total: exact, shopTotal: exact })
  }

  const showFirst = async (own: number, asked: Query, { ids, total }: FirstRows): Promise<void> => {
    const rows = await source.load(ids, changedAt)
    if (own !== run || isClosed) return
    shownIds = ids
    shownQuery = asked
    isFilling = true
    show({ state: 'ready', rows, total, shopTotal: total, isStale: false, coverage: source.coverage(), isKnownEmpty: total === 0 })
  }

  /** Rows that answer another question are worse than none: what cannot be read is said, unless a newer answer is on its way. */
  const tryRefresh = (): void => {
    const refreshed = refresh()
    const own = run
    refreshed.catch(() => {
      if (own !== run || isClosed) return
      shownIds = []
      show({ state: 'failed', rows: [], total: 0, isStale: false })
    })
  }

  /** Reads the shown rows again in their places, and tells when the page would hold others, or in another order. */
  const reload = async (): Promise<void> => {
    const own = ++run
    const found = source.find(query)
    const rows = await load(shownIds)
    if (own !== run || isClosed) return
    if (found === undefined) return show({ rows })
    const isStale = found.ids.join() !== shownIds.join()
    show({ rows, total: found.total, shopTotal: found.shopTotal, isStale })
  }

  /** An empty list has no places to keep: the first rows show at once, wherever the pointer rests. */
  const keepsPlaces = (): boolean => isHeld && shownIds.length > 0 && shownQuery === query

  /** Changes come in bursts (a pulled page): one answer serves all of a burst. */
  const schedule = (isSoon = true): void => {
    if (isClosed || due?.isSoon === true || (due !== undefined && !isSoon)) return
    clearTimeout(due?.timer)
    const refreshNow = (): void => {
      due = undefined
      if (isClosed) return
      // Rows that cannot be read anew keep what they show.
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

/** The rows, each as the object that it was before where nothing of it has changed: what shows a row need not show it again. */
export function keepSameRows<Row>(before: readonly Row[], rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const beforeById = new Map(before.map((row) => [idOf(row), row]))
  return rows.map((row) => {
    const known = beforeById.get(idOf(row))
    return known !== undefined && isSame(known, row) ? known : row
  })
}

/** Plain values: rows of the database, and what a list says beside them. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const before = Object.entries(a)
  const after = new Map(Object.entries(b))
  return before.length === after.size && before.every(([name, value]) => after.has(name) && isSame(value, after.get(name)))
}
