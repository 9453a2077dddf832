import { defineLookUp } from '../../db/rows-statement.ts'
import { settleEach } from '../../db/settle-all.ts'
import { defineStatement } from '../../db/statement.ts'
import type { BatchCache } from '../batch/batch-cache.ts'
import { writeMark } from './feed-marks.ts'

type Seq = { seq: number; toldEvents: string }

const lock = defineStatement<Seq>((db, argument) =>
  db
    .updateTable('shop_feed')
    .set((eb) => ({ seq: eb('seq', '+', 0) }))
    .where('shop_id', '=', argument('shopId'))
    .returning(['seq', 'told_events as toldEvents']),
)

const readAll = defineLookUp<Seq & { shopId: string }>((db, isAmong) =>
  db.selectFrom('shop_feed').select(['shop_id as shopId', 'seq', 'told_events as toldEvents']).where(isAmong('shop_id')).compile(),
)

const save = defineStatement<never>((db, argument) =>
  db
    .updateTable('shop_feed')
    .set({ seq: argument('seq') })
    .where('shop_id', '=', argument('shopId')),
)

/** Seqs that one transaction took: after `after`, up to `to`. */
export type TakenRange = { after: number; to: number }

/**
 * Allocates the seqs of each shop's feed during one transaction. The first one locks the shop's row until commit, so
 * commit order is feed order; later ones are counted in memory and stored once at the end.
 */
export class ShopSequences {
  readonly #memory: BatchCache
  readonly #seqByShop = new Map<string, number>()
  /** Last seq before this transaction. */
  readonly #knownByShop = new Map<string, number>()

  readonly #toldByShop = new Map<string, ReadonlySet<string>>()

  constructor(memory: BatchCache) {
    this.#memory = memory
  }

  /** Takes the next seq, greater than `above`: gaps are allowed in a feed. */
  async take(shopId: string, above = 0): Promise<number> {
    const seq = Math.max(await this.last(shopId), above) + 1
    this.#seqByShop.set(shopId, seq)
    return seq
  }

  /** The last seq of the shop. Locks its feed until this transaction ends. */
  async last(shopId: string): Promise<number> {
    const seq = this.#seqByShop.get(shopId) ?? (await this.#lock(shopId))
    this.#seqByShop.set(shopId, seq)
    return seq
  }

  /** Events that the shop's webhooks want; known once a seq was taken. */
  toldEvents(shopId: string): ReadonlySet<string> {
    return this.#toldByShop.get(shopId) ?? new Set()
  }

  /** Snapshot for `returnTo`: a refused mutation gives its seqs back, so that it leaves no gap. */
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
    await this.#memory.apart((trx) =>
      settleEach([...this.#seqByShop].flatMap(([shopId, seq]) => [save(trx, { shopId, seq }), writeMark(trx, shopId, seq, at)])),
    )
  }

  /** Reads the last seqs of shops that are already locked. */
  async readAhead(shopIds: readonly string[]): Promise<void> {
    const rows = await this.#memory.apart((trx) => readAll(trx, shopIds))
    for (const row of rows) this.#learn(row.shopId, row)
  }

  taken(): Map<string, TakenRange> {
    return new Map([...this.#seqByShop].map(([shopId, to]) => [shopId, { after: this.#knownByShop.get(shopId) ?? to, to }]))
  }

  async #lock(shopId: string): Promise<number> {
    const known = this.#knownByShop.get(shopId)
    if (known !== undefined) return known
    const [row] = await this.#memory.apart((trx) => lock(trx, { shopId }))
    if (!row) throw new Error(`The shop ${shopId} has no feed`)
    this.#learn(shopId, row)
    return row.seq
  }

  #learn(shopId: string, { seq, toldEvents }: Seq): void {
    this.#knownByShop.set(shopId, seq)
    this.#toldByShop.set(shopId, new Set(toldEvents === '' ? [] : toldEvents.split(',')))
  }
}
