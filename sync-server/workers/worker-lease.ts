import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { engineOf, type Executor } from '../db/engines/engine.ts'

/** Another server took over the work, so this one must not write any more. */
export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`Another server does the work '${name}' now`)
  }
}

/** `holder`: unique per process start. `monotonic`: milliseconds, unaffected by clock changes. */
type LeaseOptions = { name: string; holder: string; forMs?: number; monotonic?: () => number }

/**
 * The exclusive right of one process to do a kind of work, with an expiry. The database's clock decides, so servers
 * need not agree on the time; the holder counts from before its request, so that it never assumes a longer lease.
 */
export class WorkerLease {
  readonly #db: Db
  readonly #name: string
  readonly #holder: string
  readonly #forMs: number
  readonly #monotonic: () => number
  #fence: number | undefined
  #endsMs = 0

  constructor(db: Db, { name, holder, forMs = 30_000, monotonic = () => performance.now() }: LeaseOptions) {
    this.#db = db
    this.#name = name
    this.#holder = holder
    this.#forMs = forMs
    this.#monotonic = monotonic
  }

  /** Milliseconds for which no other process can take over. */
  get leftMs(): number {
    return this.#fence === undefined ? 0 : Math.max(0, this.#endsMs - this.#monotonic())
  }

  /** Takes the lease, or renews it once half of it has passed or less than `neededMs` is left. False while another process has it. */
  async hold(neededMs = 0): Promise<boolean> {
    if (this.leftMs > Math.max(this.#forMs / 2, neededMs)) return true
    const asked = this.#monotonic()
    const isHeld = (await this.#renew(this.#db)) || (await this.#take())
    if (isHeld) this.#endsMs = asked + this.#forMs
    else this.#fence = undefined
    return isHeld
  }

  /**
   * Renews the lease in the transaction of the work, which locks it until commit.
   * @throws LeaseLostError when another process took it: roll back
   */
  async renewIn(trx: Tx): Promise<void> {
    const asked = this.#monotonic()
    if (!(await this.#renew(trx))) {
      this.#fence = undefined
      throw new LeaseLostError(this.#name)
    }
    this.#endsMs = asked + this.#forMs
  }

  async release(): Promise<void> {
    const fence = this.#fence
    this.#fence = undefined
    if (fence === undefined) return
    await this.#db
      .updateTable('worker_leases')
      .set({ until_ms: 0 })
      .where('name', '=', this.#name)
      .where('holder', '=', this.#holder)
      .where('fence', '=', fence)
      .execute()
  }

  async #renew(executor: Db | Tx): Promise<boolean> {
    if (this.#fence === undefined) return false
    const { numUpdatedRows } = await executor
      .updateTable('worker_leases')
      .set({ until_ms: this.#until(executor) })
      .where('name', '=', this.#name)
      .where('holder', '=', this.#holder)
      .where('fence', '=', this.#fence)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  async #take(): Promise<boolean> {
    const taken = await this.#db
      .insertInto('worker_leases')
      .values({ name: this.#name, holder: this.#holder, fence: 1, until_ms: this.#until(this.#db) })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({ holder: eb.ref('excluded.holder'), fence: eb('worker_leases.fence', '+', 1), until_ms: eb.ref('excluded.until_ms') }))
          .where('worker_leases.until_ms', '<=', engineOf(this.#db).nowMs),
      )
      .returning('fence')
      .executeTakeFirst()
    this.#fence = taken?.fence
    return taken !== undefined
  }

  readonly #until = (executor: Executor) => sql<number>`${engineOf(executor).nowMs} + ${sql.lit(this.#forMs)}`
}
