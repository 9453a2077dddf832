import type { RowKey } from '../../rows/rows.ts'

/** Rows with more waiting mutations than this are rebuilt only after half of them are answered. */
const rebasedAtOnce = 200

/** Rows that show all waiting mutations but not the newest base yet: rebuilding them after each answer would take too long. */
export class DeferredRows {
  readonly #late = new Set<RowKey>()
  /** For such rows: the number of waiting mutations at the last rebuild. */
  readonly #mutationsWhenMade = new Map<RowKey, number>()

  readonly #countWaiting: (key: RowKey) => number

  constructor(countWaiting: (key: RowKey) => number) {
    this.#countWaiting = countWaiting
  }

  keys(): RowKey[] {
    return [...this.#late]
  }

  /** False while over half of the mutations of the last rebuild still wait: more answers are due. */
  isDue(key: RowKey): boolean {
    return this.#countWaiting(key) <= Math.max(rebasedAtOnce, (this.#mutationsWhenMade.get(key) ?? Number.POSITIVE_INFINITY) / 2)
  }

  putOff(keys: readonly RowKey[]): void {
    for (const key of keys) this.#late.add(key)
  }

  noteMade(keys: readonly RowKey[]): void {
    for (const key of keys) {
      const waiting = this.#countWaiting(key)
      this.#late.delete(key)
      if (waiting > rebasedAtOnce) this.#mutationsWhenMade.set(key, waiting)
      else this.#mutationsWhenMade.delete(key)
    }
  }
}
