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
 * Rows of one shop and collection while the full set of another feed comes in: after a restore from a backup, or when the database went
 * back. What the server says is shown. What this device held beyond it is kept aside before it goes, so that a page which dies in the
 * middle loses nothing: the next one begins again with what is left.
 */
export class FeedReset {
  readonly #options: Options
  /** Rows of the former feed that no page has named yet; numbers of both feeds cannot be compared. */
  readonly #seqById = new Map<string, number>()
  /** Rows that were shown otherwise before. */
  changed = 0
  /** Rows with waiting mutations that a page named. */
  readonly #named = new Set<RowKey>()

  private constructor(options: Options) {
    this.#options = options
  }

  /** Before the full set is asked for, and outside of the write lock: tens of thousands of rows take their time. */
  static async begin(options: Options): Promise<FeedReset> {
    const { localState, collection, shopId, withLock } = options
    const { database } = localState
    const reset = new FeedReset(options)
    for await (const rows of database.scan(collection, { shopId })) for (const { id, seq } of rows) reset.#seqById.set(id, seq)
    await withLock(async () => {
      // The number of a deletion in the former feed would outlive the row's return.
      await database.purge(collection)
      await outdateBases(localState, shopId, collection)
    })
    return reset
  }

  /** Before a page is applied, inside the write lock. */
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
      // Both lives of a feed may have given a row the same number.
      if (!isDirty && seq <= heldSeq && (row === null || !rowsAreEqual(collection, stored, row))) doubtful.push(stored)
    }
    await newer.add(kept)
    await localState.database.write(
      collection,
      doubtful.map((stored) => ({ previous: stored, row: { ...storedToRow(stored), seq: 0 }, isDeleted: false })),
    )
  }

  /** After the last page: what the server does not have goes, kept aside first. */
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
        // Of before: since the comparison began, or changed here while it went on.
        const isOfFormer = base != null && (base.seq === 0 || base.seq === this.#seqById.get(base.id))
        return isOfFormer && !this.#named.has(key) && base.shopId === shopId && keyToRef(key).collection === collection
      })
      // The server has none: once what waits for them is refused, nothing is left to be shown.
      if (left.length > 0) await outbox.putBases(left.map((key) => ({ key, row: null })))
      await reconcile(localState, left)
      await database.purge(collection)
    })
  }

  /**
   * Undefined for what was written since the comparison began: that is of the feed of now. A row without a place was dirty when it began,
   * and what waited for it was refused meanwhile.
   */
  #formerRow(stored: StoredRow | undefined, heldSeq: number): StoredRow | undefined {
    if (stored === undefined || stored._deleted || stored.shopId !== this.#options.shopId) return undefined
    return stored.seq === heldSeq || stored.seq === 0 ? stored : undefined
  }

  #toNewer(key: RowKey, row: Row, seq: number, isDeletedThere: boolean): NewerRow {
    return { key, row: { ...row, seq }, foundAt: this.#options.clock().toISOString(), ...(isDeletedThere && { isDeletedThere }) }
  }
}
