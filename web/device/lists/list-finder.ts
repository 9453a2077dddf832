import type { Projection, ProjectionEntry } from './projections/projection.ts'
import { placeOf } from './projections/sorted-runs.ts'

/** The page of a query, how many rows match it, and how many there are in all. */
export type FoundPage = { ids: string[]; total: number; shopTotal: number }

type PageQuery = { search: string; page: number; pageSize: number }

export type FinderOptions<Query, Entry extends ProjectionEntry> = {
  projection: Projection<Entry>
  /** All entries in the order that the query asks for; undefined while they are not known. */
  entries: (query: Query) => readonly Entry[] | undefined
  /** Changes with what the matcher looks up elsewhere. */
  surroundings: (query: Query) => string
  matcher: (query: Query) => (entry: Entry) => boolean
  isAll: (query: Query) => boolean
  /** The search names a row as a whole: more typed behind it may find others. */
  isExact?: (query: Query) => boolean
  /** Is given the entries of each page that was found. */
  notePage?: (entries: readonly Entry[]) => void
}

/**
 * Filters a projection. The last answer serves its other pages, a query that only narrows it, and the rows that have changed since, so
 * that neither a key nor a change looks at all rows again.
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

/** The same without pages: all entries that answer the query; to be used until the next change only. */
export function createEntryFinder<Query extends PageQuery, Entry extends ProjectionEntry>(options: FinderOptions<Query, Entry>) {
  const { projection, entries, surroundings, matcher, isAll, isExact } = options
  let last: { query: Query; version: number; surroundings: string; found: readonly Entry[] } | undefined

  /** What answers the query by the last answer; undefined when only all entries can tell. */
  const narrow = (query: Query, all: readonly Entry[], around: string, isFound: (entry: Entry) => boolean): readonly Entry[] | undefined => {
    if (last === undefined || last.surroundings !== around || !isNarrower(last.query, query)) return undefined
    if (last.query.search !== query.search && isExact?.(query) === true) return undefined
    const changed = projection.changedSince(last.version)
    // Another order than the projection's own has no places to put them.
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
    last = { query, version: projection.version, surroundings: around, found }
    return found
  }
}

/** True when the second query can only find what the first found: a page of the same, or more typed behind the search. */
function isNarrower(before: PageQuery, after: PageQuery): boolean {
  return after.search.startsWith(before.search) && toFilters(before) === toFilters(after)
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

/** The first entries that match. */
export function takeMatches<Entry>(entries: readonly Entry[], matches: (entry: Entry) => boolean, limit: number): Entry[] {
  const found: Entry[] = []
  for (const entry of entries) {
    if (found.length >= limit) break
    if (matches(entry)) found.push(entry)
  }
  return found
}
