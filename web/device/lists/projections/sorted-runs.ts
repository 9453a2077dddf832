import type { Pace } from './build-turns.ts'

type Sorted = { sortKey: string }

/** Index of the first entry with this sort key or a later one. */
export const placeOf = (sorted: readonly Sorted[], sortKey: string): number => findPlace(sorted, (entry) => entry.sortKey >= sortKey)

/** Binary search: index of the first entry for which `isBehind` is true; the length when there is none. */
export function findPlace<Entry>(sorted: readonly Entry[], isBehind: (entry: Entry) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBehind(sorted[middle] as Entry)) high = middle
    else low = middle + 1
  }
  return low
}

/** From this size ratio on, the shorter list is inserted by binary search instead of a linear merge. */
const fewTimes = 16

export function mergeSorted<Entry extends Sorted>(a: readonly Entry[], b: readonly Entry[]): Entry[] {
  if (a.length * fewTimes < b.length) return mergeFew(b, a)
  if (b.length * fewTimes < a.length) return mergeFew(a, b)
  const merged: Entry[] = []
  let next = 0
  for (const entry of a) {
    for (let other = b[next]; other !== undefined && other.sortKey < entry.sortKey; other = b[++next]) merged.push(other)
    merged.push(entry)
  }
  for (; next < b.length; next++) merged.push(b[next] as Entry)
  return merged
}

function mergeFew<Entry extends Sorted>(many: readonly Entry[], few: readonly Entry[]): Entry[] {
  const merged: Entry[] = []
  let next = 0
  for (const entry of few) {
    const place = placeOf(many, entry.sortKey)
    while (next < place) merged.push(many[next++] as Entry)
    merged.push(entry)
  }
  while (next < many.length) merged.push(many[next++] as Entry)
  return merged
}

/** Collects entries as sorted runs: those from an index arrive in order and need no sorting. */
export class SortedRuns<Entry extends Sorted> {
  #runs: Entry[][] = []

  add(entry: Entry): void {
    const run = this.#runs.at(-1)
    if (run === undefined || entry.sortKey < (run.at(-1) as Entry).sortKey) this.#runs.push([entry])
    else run.push(entry)
  }

  /** Adds entries that are in order. */
  addSorted(entries: readonly Entry[]): void {
    const [first] = entries
    if (first === undefined) return
    this.add(first)
    const run = this.#runs.at(-1) as Entry[]
    for (let index = 1; index < entries.length; index++) run.push(entries[index] as Entry)
  }

  /** Merges all runs into one, in pairs. */
  async merge(pace: Pace): Promise<Entry[]> {
    while (this.#runs.length > 1) {
      const merged: Entry[][] = []
      for (let index = 0; index < this.#runs.length; index += 2) {
        const [one, other] = [this.#runs[index] as Entry[], this.#runs[index + 1]]
        merged.push(other === undefined ? one : mergeSorted(one, other))
        if (pace.isRestDue) await pace.rest()
      }
      this.#runs = merged
    }
    return this.#runs[0] ?? []
  }
}
