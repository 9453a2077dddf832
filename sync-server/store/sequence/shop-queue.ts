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

/**
 * Who writes into a shop's feed waits here for those of this process who came before: where they wait for the database's lock, each holds
 * a connection meanwhile, and one busy shop would leave none for the others.
 */
export class ShopQueue {
  /** Until the last of each shop is done. */
  readonly #lastByShop = new Map<string, Promise<unknown>>()

  /** Runs when all that were here before for any of the shops have ended, well or not. */
  async run<Result>(shopIds: readonly string[], run: () => Promise<Result>): Promise<Result> {
    const before = shopIds.flatMap((id) => this.#lastByShop.get(id) ?? [])
    const result = before.length === 0 ? run() : Promise.allSettled(before).then(run)
    for (const id of shopIds) this.#lastByShop.set(id, result)
    try {
      return await result
    } finally {
      for (const id of shopIds) if (this.#lastByShop.get(id) === result) this.#lastByShop.delete(id)
    }
  }
}
