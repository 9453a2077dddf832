import type { FindQuery } from '#schema/rules/find/find-query.ts'
import { BestFound, type MatchKind, type Rank } from '#schema/rules/find/rank.ts'
import type { Projection, ProjectionEntry } from '../projections/projection.ts'

/**
 * The best rows of a kind, best first, and how many there are. `best`: how the first was found; `isComplete`: everything that they are
 * found by has been read.
 */
export type FoundGroup = { ids: readonly string[]; best: MatchKind | undefined; total: number; isComplete: boolean }

/** A query for each kind of row: its words have those other spellings that such rows know. */
export type Queries = Readonly<Record<'orders' | 'customers' | 'assets' | 'products', FindQuery>>

/** What is typed, and how it is looked for: as it is, and then, which costs a look at all known words, with one letter wrong. */
export type Asked = {
  typed: string
  plain: Queries
  readNear: () => Queries
  isNearRead: () => boolean
  /** Grows with the words that are known. */
  wordsVersion: number
}

/** `match` tells how a row is found, or undefined; `isNear`: by the other spellings, too. The rest is asked only of those that may be shown. */
export type RowRanker<Entry> = {
  match: (entry: Entry, isNear: boolean) => MatchKind | undefined
  isFinished: (entry: Entry) => boolean
  toOrder: (entry: Entry) => Pick<Rank, 'at' | 'sortKey'>
}

type Options<Entry extends ProjectionEntry> = {
  projection: Projection<Entry>
  /** How many are handed out. */
  limit: number
  /** Also what is looked up beside the rows. */
  isComplete: () => boolean
  /** Changes with what is looked up beside the rows. */
  surroundings: () => string
  /** Made once for each answer. */
  ranker: (asked: Asked) => RowRanker<Entry>
  /** Whose words' other spellings find such rows. */
  nearOf: (near: Queries) => readonly FindQuery[]
  /** Whether what was found before holds all that is found now. */
  isNarrower: (before: Asked, after: Asked) => boolean
}

/** Finds rows of one kind. What is typed on behind a search is looked for among what that has found. */
export function createGroupFinder<Entry extends ProjectionEntry>(options: Options<Entry>): (asked: Asked) => FoundGroup {
  const { projection, limit, isComplete, surroundings, ranker, nearOf, isNarrower } = options
  let last: { asked: Asked; around: string; found: readonly Entry[]; isNear: boolean; group: FoundGroup } | undefined

  /** What else was read meanwhile may have nothing to do with these rows. */
  const isSame = ({ asked: before, around: aroundBefore, found }: NonNullable<typeof last>, asked: Asked, around: string): boolean =>
    before.typed === asked.typed && aroundBefore === around && (before.wordsVersion === asked.wordsVersion || found.length >= limit)

  return (asked) => {
    if (!projection.isReady) return { ids: [], best: undefined, total: 0, isComplete: false }
    const around = `${projection.version}/${surroundings()}`
    if (last !== undefined && isSame(last, asked, around)) {
      // Whoever marks what was found wants its other spellings again.
      if (last.isNear) asked.readNear()
      return { ...last.group, isComplete: isComplete() }
    }
    const { match, isFinished, toOrder } = ranker(asked)
    const best = new BestFound<Entry>(limit)
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
    // A letter is taken for wrong where few rows have it so.
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
