/** How a row was found, best first: by its own ticket; by all of a former ticket, a phone, serial number, IMEI or SKU; as typed; with one letter wrong. */
export type MatchKind = 'ticket' | 'exact' | 'words' | 'near'

/** `at`: when it was made, '' where that does not matter; `sortKey`: of those that are alike else, the smaller comes first. */
export type Rank = { match: MatchKind; isFinished: boolean; at: string; sortKey: string }

const placeByMatch: Readonly<Record<MatchKind, number>> = { ticket: 0, exact: 1, words: 2, near: 3 }

/** Exact before the rest, open before finished, recent before old, then by the sort key. */
export function compareRanks(one: Rank, other: Rank): number {
  return (
    placeByMatch[one.match] - placeByMatch[other.match] ||
    Number(one.isFinished) - Number(other.isFinished) ||
    compareText(other.at, one.at) ||
    compareText(one.sortKey, other.sortKey)
  )
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Keeps the best of many without sorting them all; of equal ones those that came first. */
export class BestFound<Row> {
  readonly #best: { row: Row; rank: Rank }[] = []
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether one that was found so may still be among them: asked for each of many rows, before more is read of it. */
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

  /** Best first. */
  list(): readonly { row: Row; rank: Rank }[] {
    return this.#best
  }
}
