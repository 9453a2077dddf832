import type { Db } from '../../db/database.ts'

const queueByDb = new WeakMap<Db, ShopQueue>()

export function queueOf(db: Db): ShopQueue {
  const known = queueByDb.get(db)
  if (known !== undefined) return known
  const queue = new ShopQueue()
  queueByDb.set(db, queue)
  return queue
}

/** Two, so that the next write is already queued at the database lock while the previous one commits. */
const atOnce = 2

/**
 * Queues the writes of this process per shop. Otherwise all of them would hold a connection while waiting for the
 * shop's database lock, and one busy shop could use up the pool.
 */
export class ShopQueue {
  /** Running and waiting writes by shop, in order of arrival. */
  readonly #runsByShop = new Map<string, Promise<unknown>[]>()

  get size(): number {
    return this.#runsByShop.size
  }

  /** Starts when at most one earlier run for any of the shops is unfinished. */
  async run<Result>(shopIds: readonly string[], run: () => Promise<Result>): Promise<Result> {
    const before = shopIds.flatMap((id) => this.#runsByShop.get(id)?.at(-atOnce) ?? [])
    const result = before.length === 0 ? run() : Promise.allSettled(before).then(run)
    for (const id of shopIds) this.#runsByShop.set(id, [...(this.#runsByShop.get(id) ?? []), result])
    try {
      return await result
    } finally {
      for (const id of shopIds) this.#leave(id, result)
    }
  }

  #leave(id: string, result: Promise<unknown>): void {
    const others = (this.#runsByShop.get(id) ?? []).filter((run) => run !== result)
    if (others.length === 0) this.#runsByShop.delete(id)
    else this.#runsByShop.set(id, others)
  }
}
