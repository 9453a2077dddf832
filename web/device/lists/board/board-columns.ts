import type { OrderEntry } from '../projections/projection-orders.ts'

/** One status's orders, in list order. Names are looked up only for visible orders. */
export type BoardColumn = {
  readonly count: number
  idsBetween: (from: number, to: number) => string[]
  /** -1 where the order is not in this column. */
  placeOf: (id: string) => number
}

type Entry = Pick<OrderEntry, 'id' | 'status'>

class Column<E extends Entry> implements BoardColumn {
  readonly #entries: readonly E[]
  readonly #find: (id: string) => E | undefined
  /** Places of orders that were visible: on a held board an order's entry may be another by now. */
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

/** Groups entries by status, in list order. An unchanged column stays the same object. */
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
