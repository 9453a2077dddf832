import type { FindQuery } from '#schema/rules/find/find-query.ts'
import { TopMatches, type MatchKind, type Rank } from '#schema/rules/find/rank.ts'
import type { Projection, ProjectionEntry } from '../projections/projection.ts'

/** The best rows of a kind, best first, and the total. `best`: how the first matched; `isComplete`: all searched data is read. */
export type FoundGroup = { ids: readonly string[]; best: MatchKind | undefined; total: number; isComplete: boolean }

/** A query per kind of row, with the other spellings that occur in such rows. */
export type Queries = Readonly<Record<'orders' | 'customers' | 'assets' | 'products', FindQuery>>

/** What is typed, as queries: exact, and with one wrong letter, which must compare all known words. */
export type Asked = {
  typed: string
  plain: Queries
  readNear: () => Queries
  isNearRead: () => boolean
  wordsVersion: number
}

/** `match`: how a row matches, or undefined; `isNear` includes other spellings. The rest is asked only for rows that may be shown. */
export type RowRanker<Entry> = {
  match: (entry: Entry, isNear: boolean) => MatchKind | undefined
  isFinished: (entry: Entry) => boolean
  toOrder: (entry: Entry) => Pick<Rank, 'at' | 'sortKey'>
}

type Options<Entry extends ProjectionEntry> = {
  projection: Projection<Entry>
  limit: number
  /** Includes the data looked up beside the rows. */
  isComplete: () => boolean
  surroundings: () => string
  ranker: (asked: Asked) => RowRanker<Entry>
  /** The queries whose other spellings find such rows. */
  nearOf: (near: Queries) => readonly FindQuery[]
  /** Whether the results of `before` include all those of `after`. */
  isNarrower: (before: Asked, after: Asked) => boolean
}

/** Finds rows of one kind. A longer query is searched within the last result. */
export function createGroupFinder<Entry extends ProjectionEntry>(options: Options<Entry>): (asked: Asked) => FoundGroup {
  const { projection, limit, isComplete, surroundings, ranker, nearOf, isNarrower } = options
  let last: { asked: Asked; around: string; found: readonly Entry[]; isNear: boolean; group: FoundGroup } | undefined

  /** New words do not matter while exact matches fill the result. */
  const isSame = ({ asked: before, around: aroundBefore, found }: NonNullable<typeof last>, asked: Asked, around: string): boolean =>
    before.typed === asked.typed && aroundBefore === around && (before.wordsVersion === asked.wordsVersion || found.length >= limit)

  return (asked) => {
    if (!projection.isReady) return { ids: [], best: undefined, total: 0, isComplete: false }
    const around = `${projection.version}/${surroundings()}`
    if (last !== undefined && isSame(last, asked, around)) {
      // Highlighting needs the other spellings again.
      if (last.isNear) asked.readNear()
      return { ...last.group, isComplete: isComplete() }
    }
    const { match, isFinished, toOrder } = ranker(asked)
    const best = new TopMatches<Entry>(limit)
    const look = (entry: Entry, isNear: boolean): boolean => {
      const found = match(entry, isNear)
      if (found === undefined) return false
      const isDone = isFinished(entry)
      if (best.mayTake(found, isDone)) best.add(entry, { match: found, isFinished: isDone, ...toOrder(entry) })
      return true
    }
    const all = projection.sorted()
    const found: Entry[] = []
    for (const entry of last?.around === around && isNarrower(last.asked, asked) ? last.found : all) {
      if (look(entry, false)) found.push(entry)
    }
    let total = found.length
    // Match typos only when there are few exact results.
    const isNear = total < limit && nearOf(asked.readNear()).some(({ words }) => words.some(({ near }) => near.length > 0))
    if (isNear) {
      const known = new Set(found)
      for (const entry of all) if (!known.has(entry) && look(entry, true)) total++
    }
    const listed = best.list()
    const group = { ids: listed.map(({ row }) => row.id), best: listed[0]?.rank.match, total, isComplete: isComplete() }
    last = { asked, around, found, isNear, group }
    return group
  }
}
