import { defineStatement } from '../../db/statement.ts'
import type { BatchMemory } from '../batch/batch-memory.ts'
import { writeMark } from './feed-marks.ts'

type Seq = { seq: number }

const lock = defineStatement<Seq>((db, argument) =>
  db
    .updateTable('shop_feed')
    .set((eb) => ({ seq: eb('seq', '+', 0) }))
    .where('shop_id', '=', argument('shopId'))
    .returning('seq'),
)

const save = defineStatement<never>((db, argument) =>
  db
    .updateTable('shop_feed')
    .set({ seq: argument('seq') })
    .where('shop_id', '=', argument('shopId')),
)

/**
 * Allocates the sequence numbers of each shop's feed during one transaction. The first locks the shop's row until commit (on
 * PostgreSQL too), so commit order is feed order; the others are counted here and stored once at the end.
 */
export class ShopSequences {
  readonly #memory: BatchMemory
  readonly #seqByShop = new Map<string, number>()

  constructor(memory: BatchMemory) {
    this.#memory = memory
  }

  /** Takes the next number, at least one more than `above`: readers of a feed accept missing numbers. */
  async take(shopId: string, above = 0): Promise<number> {
    const seq = Math.max(await this.last(shopId), above) + 1
    this.#seqByShop.set(shopId, seq)
    return seq
  }

  /** The number that was taken last, by whomever: nothing moves until this transaction ends. */
  async last(shopId: string): Promise<number> {
    const seq = this.#seqByShop.get(shopId) ?? (await this.#lock(shopId))
    this.#seqByShop.set(shopId, seq)
    return seq
  }

  /** The numbers as they are now, for `returnTo`: a rolled back savepoint gives its numbers back, so that a refusal leaves no gap. */
  mark(): ReadonlyMap<string, number> {
    return new Map(this.#seqByShop)
  }

  returnTo(mark: ReadonlyMap<string, number>): void {
    for (const shopId of this.#seqByShop.keys()) {
      const seq = mark.get(shopId)
      if (seq === undefined) this.#seqByShop.delete(shopId)
      else this.#seqByShop.set(shopId, seq)
    }
  }

  async save(at: Date): Promise<void> {
    for (const [shopId, seq] of this.#seqByShop) {
      await this.#memory.apart((trx) => save(trx, { shopId, seq }))
      await this.#memory.apart((trx) => writeMark(trx, shopId, seq, at))
    }
  }

  async #lock(shopId: string): Promise<number> {
    const [row] = await this.#memory.apart((trx) => lock(trx, { shopId }))
    if (!row) throw new Error(`The shop ${shopId} has no feed`)
    return row.seq
  }
}
