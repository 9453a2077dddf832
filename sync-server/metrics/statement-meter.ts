import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Statements that were run, and the milliseconds that the database took for them. `trips`: how often something was waited for that was sent
 * while nothing else was on its way; none where the database is a file.
 */
export type DatabaseWork = { statements: number; ms: number; trips: number }

/** Adds up what the database does, in all and for each piece of work that asks for its own part. */
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

  /** Runs a piece of work; its statements are added to `work` besides. */
  during<Result>(work: DatabaseWork, run: () => Result): Result {
    return this.#own.run(work, run)
  }
}

function addTo(work: DatabaseWork, ms: number): void {
  work.statements += 1
  work.ms += ms
}
