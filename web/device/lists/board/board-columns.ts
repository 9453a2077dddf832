import type { OrderEntry } from '../projections/projection-orders.ts'

/** The orders of one status, in list order. What an order is called is looked up only for those that are in sight. */
export type BoardColumn = {
  readonly count: number
  /** The ids at these places, the second not included. */
  idsBetween: (from: number, to: number) => string[]
  /** -1 where the order is not among them. */
  placeOf: (id: string) => number
}

type Entry = Pick<OrderEntry, 'id' | 'status'>

class Column<E extends Entry> implements BoardColumn {
  readonly #entries: readonly E[]
  readonly #find: (id: string) => E | undefined
  /** Of those that were in sight: on a board that is held as it was, the order may be another entry by now. */
  readonly #knownPlaces = new Map<string, number>()

  constructor(entries: readonly E[], find: (id: string) => E | undefined) {
    this.#entries = entries
    this.#find = find
  }

  get count(): number {
    return this.#entries.length
  }

  idsBetween(from: number, to: number): string[] {
    const start = Math.max(0, from)
    return this.#entries.slice(start, to).map(({ id }, index) => {
      this.#knownPlaces.set(id, start + index)
      return id
    })
  }

  placeOf(id: string): number {
    const known = this.#knownPlaces.get(id)
    if (known !== undefined) return known
    const entry = this.#find(id)
    return entry === undefined ? -1 : this.#entries.indexOf(entry)
  }

  isOf(entries: readonly E[]): boolean {
    return entries.length === this.#entries.length && entries.every((entry, place) => entry === this.#entries[place])
  }
}

/** Entries in list order by their status. A column that holds the same as before is the same object. */
export function groupByStatus<E extends Entry>(
  entries: readonly E[],
  find: (id: string) => E | undefined,
  before: ReadonlyMap<string, BoardColumn>,
): ReadonlyMap<string, BoardColumn> {
  const groups = Map.groupBy(entries, ({ status }) => status)
  const columns = new Map<string, BoardColumn>()
  for (const [{ id }, group] of groups) {
    const known = before.get(id)
    columns.set(id, known instanceof Column && known.isOf(group) ? known : new Column(group, find))
  }
  return columns
}
