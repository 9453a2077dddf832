import type { Db } from '../../db/database.ts'

const queueByDb = new WeakMap<Db, ShopQueue>()

/** The queue of this process for a database. */
export function queueOf(db: Db): ShopQueue {
  const known = queueByDb.get(db)
  if (known !== undefined) return known
  const queue = new ShopQueue()
  queueByDb.set(db, queue)
  return queue
}

/** The next one's questions are at the database, behind the lock, while the one before commits. */
const atOnce = 2

/**
 * Who writes into a shop's feed waits here for those of this process who came before, but one: where all wait for the database's lock,
 * each holds a connection meanwhile, and one busy shop would leave none for the others.
 */
export class ShopQueue {
  /** Who waits or writes, by shop, in the order in which they came. */
  readonly #runsByShop = new Map<string, Promise<unknown>[]>()

  /** Shops in which somebody waits or writes. */
  get size(): number {
    return this.#runsByShop.size
  }

  /** Runs when at most one of those that were here before for any of the shops has not ended, well or not. */
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
