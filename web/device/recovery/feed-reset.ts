import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { WithLock } from '../outbox/local-parts.ts'
import { type LocalState, outdateBases, reconcile } from '../outbox/local-state.ts'
import type { NewerRow } from '../storage/unsent-store.ts'
import { isSentByDevices, type NewerRows, sayTheSame } from './newer.ts'
import { keyToRef, type Row, type RowKey, rowKey, rowsAreEqual, type StoredRow, storedToRow, wireToServerRow } from '../rows/rows.ts'

type Options = {
  localState: LocalState
  newer: NewerRows
  collection: CollectionName
  shopId: string
  clock: () => Date
  withLock: WithLock
}

const sweepSize = 500

/**
 * Compares the rows of one shop and collection with the full set of another feed, after the server was restored from a
 * backup or its database went back. The server's state is shown. Rows that are newer here are set aside before they go,
 * so that a crash in between loses nothing.
 */
export class FeedReset {
  readonly #options: Options
  /** Seqs of held rows that no page has named yet. Seqs of the two feeds cannot be compared. */
  readonly #seqById = new Map<string, number>()
  /** Rows that differed from the new feed. */
  changed = 0
  /** Rows with waiting mutations that a page has named. */
  readonly #named = new Set<RowKey>()

  private constructor(options: Options) {
    this.#options = options
  }

  /** Call before requesting the full set, outside the write lock: scanning tens of thousands of rows takes long. */
  static async begin(options: Options): Promise<FeedReset> {
    const { localState, collection, shopId, withLock } = options
    const { database } = localState
    const reset = new FeedReset(options)
    for await (const rows of database.scan(collection, { shopId })) for (const { id, seq } of rows) reset.#seqById.set(id, seq)
    await withLock(async () => {
      // A tombstone with a seq of the former feed would hide the row when it comes back.
      await database.purge(collection)
      await outdateBases(localState, shopId, collection)
    })
    return reset
  }

  /** Call before applying a page, inside the write lock. */
  async take(documents: readonly WireDocument[]): Promise<void> {
    const { localState, collection, newer } = this.#options
    for (const { id } of documents) if (localState.outbox.isDirty(rowKey(collection, id))) this.#named.add(rowKey(collection, id))
    const unknown = documents.filter(({ id, _deleted }) => _deleted !== true && !this.#seqById.has(id) && !localState.outbox.isDirty(rowKey(collection, id)))
    const knownIds = await localState.database.find(
      collection,
      unknown.map(({ id }) => id),
    )
    this.changed += unknown.filter(({ id }) => !knownIds.has(id)).length
    const ofFormer = documents.filter(({ id }) => this.#seqById.has(id))
    const storedById = await localState.database.find(
      collection,
      ofFormer.map(({ id }) => id),
    )
    const kept: NewerRow[] = []
    const doubtful: StoredRow[] = []
    for (const document of ofFormer) {
      const { id, seq = 0, row } = wireToServerRow(collection, document)
      const heldSeq = this.#seqById.get(id) ?? 0
      this.#seqById.delete(id)
      const stored = this.#formerRow(storedById.get(id), heldSeq)
      if (stored === undefined) continue
      const key = rowKey(collection, id)
      const isDirty = localState.outbox.isDirty(key)
      const held = isDirty ? localState.outbox.baseOf(key) : storedToRow(stored)
      const isSame = held != null && row !== null && sayTheSame(collection, held, row)
      const isNewer = held != null && !isSame && (heldSeq >= seq || (row !== null && held.updatedAt > row.updatedAt))
      if (isNewer && isSentByDevices(collection)) kept.push(this.#toNewer(key, held, heldSeq, row === null))
      if (!isDirty && (row === null || !rowsAreEqual(collection, stored, row))) this.changed += 1
      // Both feeds may have given the row the same seq: with seq 0 the page's state wins.
      if (!isDirty && seq <= heldSeq && (row === null || !rowsAreEqual(collection, stored, row))) doubtful.push(stored)
    }
    await newer.add(kept)
    await localState.database.write(
      collection,
      doubtful.map((stored) => ({ previous: stored, row: { ...storedToRow(stored), seq: 0 }, isDeleted: false })),
    )
  }

  /** Call after the last page: sets aside and deletes what the server does not have. */
  async sweep(): Promise<void> {
    const { localState, collection, newer, shopId, withLock } = this.#options
    const { database, outbox } = localState
    const ids = [...this.#seqById.keys()]
    for (let start = 0; start < ids.length; start += sweepSize) {
      await withLock(async () => {
        const storedById = await database.find(collection, ids.slice(start, start + sweepSize))
        const gone = [...storedById.values()].flatMap((stored) => this.#formerRow(stored, this.#seqById.get(stored.id) ?? 0) ?? [])
        const clean = gone.filter(({ id }) => !outbox.isDirty(rowKey(collection, id)))
        const held = gone.flatMap((stored): NewerRow[] => {
          const key = rowKey(collection, stored.id)
          const base = outbox.isDirty(key) ? outbox.baseOf(key) : storedToRow(stored)
          return base == null || !isSentByDevices(collection) ? [] : [this.#toNewer(key, base, stored.seq, false)]
        })
        await newer.add(held)
        this.changed += clean.length
        await database.write(
          collection,
          clean.map((stored) => ({ previous: stored, row: { ...storedToRow(stored), seq: 0 }, isDeleted: true })),
        )
      })
    }
    await withLock(async () => {
      const left = outbox.dirtyKeys().filter((key) => {
        const base = outbox.baseOf(key)
        // Seq 0: outdated at `begin`. Same seq: the row became dirty during the comparison.
        const isOfFormer = base != null && (base.seq === 0 || base.seq === this.#seqById.get(base.id))
        return isOfFormer && !this.#named.has(key) && base.shopId === shopId && keyToRef(key).collection === collection
      })
      // The server has no such row: if the waiting mutations are refused, nothing must be shown.
      if (left.length > 0) await outbox.putBases(left.map((key) => ({ key, row: null })))
      await reconcile(localState, left)
      await database.purge(collection)
    })
  }

  /**
   * Undefined for rows written since the comparison began: they belong to the new feed. Seq 0: the row was dirty at
   * `begin`, and its mutation was refused meanwhile.
   */
  #formerRow(stored: StoredRow | undefined, heldSeq: number): StoredRow | undefined {
    if (stored === undefined || stored._deleted || stored.shopId !== this.#options.shopId) return undefined
    return stored.seq === heldSeq || stored.seq === 0 ? stored : undefined
  }

  #toNewer(key: RowKey, row: Row, seq: number, isDeletedThere: boolean): NewerRow {
    return { key, row: { ...row, seq }, foundAt: this.#options.clock().toISOString(), ...(isDeletedThere && { isDeletedThere }) }
  }
}
