import type { RowKey } from '../../rows/rows.ts'

/** A row with so many waiting mutations, and their answers coming in, is made anew each time half of them are answered. */
const rebasedAtOnce = 200

/** Rows that show all that waits, but not yet on top of the server's newest word: making each anew after each answer takes too long. */
export class LateRows {
  readonly #late = new Set<RowKey>()
  /** Of rows with very many waiting mutations: how many there were when the row was made last. */
  readonly #mutationsWhenMade = new Map<RowKey, number>()

  readonly #countWaiting: (key: RowKey) => number

  constructor(countWaiting: (key: RowKey) => number) {
    this.#countWaiting = countWaiting
  }

  keys(): RowKey[] {
    return [...this.#late]
  }

  /** False while most of the row's waiting mutations are those it was made with: it shows them, and more answers are about to come. */
  isDue(key: RowKey): boolean {
    return this.#countWaiting(key) <= Math.max(rebasedAtOnce, (this.#mutationsWhenMade.get(key) ?? Number.POSITIVE_INFINITY) / 2)
  }

  putOff(keys: readonly RowKey[]): void {
    for (const key of keys) this.#late.add(key)
  }

  /** The rows were made from their bases and what waits. */
  noteMade(keys: readonly RowKey[]): void {
    for (const key of keys) {
      const waiting = this.#countWaiting(key)
      this.#late.delete(key)
      if (waiting > rebasedAtOnce) this.#mutationsWhenMade.set(key, waiting)
      else this.#mutationsWhenMade.delete(key)
    }
  }
}
