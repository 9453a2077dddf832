import { isNarrowerQuery } from '#schema/rules/text/search-words.ts'
import type { Projection, ProjectionEntry } from './projections/projection.ts'
import { placeOf } from './projections/sorted-runs.ts'

/** One page of results, the number of matches, and the number of all rows. */
export type FoundPage = { ids: string[]; total: number; shopTotal: number }

type PageQuery = { search: string; page: number; pageSize: number }

type SortOrder<Entry> = { toKey: (entry: Entry) => string; isDown: boolean }

export type FinderOptions<Query, Entry extends ProjectionEntry> = {
  projection: Projection<Entry>
  /** All entries in the query's order; undefined while they are unknown. */
  entries: (query: Query) => readonly Entry[] | undefined
  /** Changes with other data that the matcher uses. */
  surroundings: (query: Query) => string
  matcher: (query: Query) => (entry: Entry) => boolean
  isAll: (query: Query) => boolean
  /** The search is the full name of a row: a longer one may match others. */
  isExact?: (query: Query) => boolean
  /** The key to sort results by; without one they stay in the projection's order. */
  order?: (query: Query) => SortOrder<Entry> | undefined
  notePage?: (entries: readonly Entry[]) => void
}

/**
 * Filters a projection. The last result serves other pages, narrower queries and changed rows, so neither a keystroke
 * nor a change scans all rows again.
 */
export function createFinder<Query extends PageQuery, Entry extends ProjectionEntry>(options: FinderOptions<Query, Entry>) {
  const { projection, notePage } = options
  const findAll = createEntryFinder(options)
  return (query: Query): FoundPage | undefined => {
    const found = findAll(query)
    if (found === undefined) return undefined
    const start = Math.max(0, query.page - 1) * query.pageSize
    const page = found.slice(start, start + query.pageSize)
    notePage?.(page)
    return { ids: page.map(({ id }) => id), total: found.length, shopTotal: projection.size }
  }
}

/** The same without pages. The result is valid until the next change. */
export function createEntryFinder<Query extends PageQuery, Entry extends ProjectionEntry>(options: FinderOptions<Query, Entry>) {
  const { projection, entries, surroundings, matcher, isAll, isExact, order } = options
  let last: { query: Query; version: number; surroundings: string; found: readonly Entry[]; ordered: readonly Entry[] } | undefined

  /** Derives the result from the last one; undefined when all entries must be scanned. */
  const narrow = (query: Query, all: readonly Entry[], around: string, isFound: (entry: Entry) => boolean): readonly Entry[] | undefined => {
    if (last === undefined || last.surroundings !== around || !isNarrower(last.query, query)) return undefined
    if (last.query.search !== query.search && isExact?.(query) === true) return undefined
    const changed = projection.changedSince(last.version)
    // Changes can only be inserted in the projection's own order.
    if (changed === undefined || (changed.size > 0 && all !== projection.sorted())) return undefined
    const found = changed.size === 0 ? last.found : withChanged(last.found, changed, projection, isFound)
    return last.query.search === query.search ? found : found.filter(isFound)
  }

  return (query: Query): readonly Entry[] | undefined => {
    const all = entries(query)
    if (all === undefined || isAll(query)) return all
    const around = surroundings(query)
    const isFound = matcher(query)
    const found = narrow(query, all, around, isFound) ?? all.filter(isFound)
    const ordered = found === last?.found && toFilters(last.query) === toFilters(query) ? last.ordered : sortBy(found, order?.(query))
    last = { query, version: projection.version, surroundings: around, found, ordered }
    return ordered
  }
}

/** Makes each key once: a comparison would make two of them each time. */
function sortBy<Entry>(entries: readonly Entry[], order: SortOrder<Entry> | undefined): readonly Entry[] {
  if (order === undefined) return entries
  const keyed = entries.map((entry) => ({ entry, key: order.toKey(entry) }))
  const sorted = keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ entry }) => entry)
  return order.isDown ? sorted.reverse() : sorted
}

/** True when `after` can only match what `before` matched: another page, or a longer search. */
function isNarrower(before: PageQuery, after: PageQuery): boolean {
  return isNarrowerQuery(before.search, after.search) && toFilters(before) === toFilters(after)
}

const toFilters = ({ search: _search, page: _page, pageSize: _pageSize, ...filters }: PageQuery): string => JSON.stringify(filters)

function withChanged<Entry extends ProjectionEntry>(
  found: readonly Entry[],
  changed: ReadonlySet<string>,
  projection: Projection<Entry>,
  isFound: (entry: Entry) => boolean,
): Entry[] {
  const kept = found.filter(({ id }) => !changed.has(id))
  for (const id of changed) {
    const entry = projection.get(id)
    if (entry !== undefined && isFound(entry)) kept.splice(placeOf(kept, entry.sortKey), 0, entry)
  }
  return kept
}

export function takeMatches<Entry>(entries: readonly Entry[], matches: (entry: Entry) => boolean, limit: number): Entry[] {
  const found: Entry[] = []
  for (const entry of entries) {
    if (found.length >= limit) break
    if (matches(entry)) found.push(entry)
  }
  return found
}
