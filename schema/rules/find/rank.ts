/** Best first: by its own ticket; by a whole phone, serial number, IMEI or SKU; by a former number or prefix; as typed; with one typo. */
export type MatchKind = 'ticket' | 'exact' | 'former' | 'words' | 'near'

/** `at`: creation time, '' if irrelevant; `sortKey`: ascending tie-breaker. */
export type Rank = { match: MatchKind; isFinished: boolean; at: string; sortKey: string }

const placeByMatch: Readonly<Record<MatchKind, number>> = { ticket: 0, exact: 1, former: 2, words: 3, near: 4 }

export function compareRanks(one: Rank, other: Rank): number {
  return (
    placeByMatch[one.match] - placeByMatch[other.match] ||
    Number(one.isFinished) - Number(other.isFinished) ||
    compareText(other.at, one.at) ||
    compareText(one.sortKey, other.sortKey)
  )
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Keeps the best n without sorting all; of equal rows the earliest added. */
export class TopMatches<Row> {
  readonly #best: { row: Row; rank: Rank }[] = []
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether such a match could still enter the list; checked before more of the row is read. */
  mayTake(match: MatchKind, isFinished: boolean): boolean {
    const last = this.#best.at(-1)
    if (last === undefined || this.#best.length < this.#limit) return this.#limit > 0
    return (placeByMatch[match] - placeByMatch[last.rank.match] || Number(isFinished) - Number(last.rank.isFinished)) <= 0
  }

  add(row: Row, rank: Rank): void {
    const last = this.#best.at(-1)
    const isFull = this.#best.length >= this.#limit
    if (isFull && (last === undefined || compareRanks(rank, last.rank) >= 0)) return
    const place = this.#best.findIndex((other) => compareRanks(rank, other.rank) < 0)
    this.#best.splice(place === -1 ? this.#best.length : place, 0, { row, rank })
    if (isFull) this.#best.pop()
  }

  list(): readonly { row: Row; rank: Rank }[] {
    return this.#best
  }
}
