import { AsyncLocalStorage } from 'node:async_hooks'

/** `ms`: database time. `trips`: statements sent while none was in flight, so round trips; 0 for a database file. */
export type DatabaseWork = { statements: number; ms: number; trips: number }

export class StatementMeter {
  readonly total: DatabaseWork = { statements: 0, ms: 0, trips: 0 }
  readonly #own = new AsyncLocalStorage<DatabaseWork>()

  add(ms: number): void {
    addTo(this.total, ms)
    const own = this.#own.getStore()
    if (own !== undefined) addTo(own, ms)
  }

  addTrip(): void {
    this.total.trips += 1
    const own = this.#own.getStore()
    if (own !== undefined) own.trips += 1
  }

  /** Runs a function and also adds its statements to `work`. */
  during<Result>(work: DatabaseWork, run: () => Result): Result {
    return this.#own.run(work, run)
  }
}

function addTo(work: DatabaseWork, ms: number): void {
  work.statements += 1
  work.ms += ms
}
