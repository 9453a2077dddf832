import type { CollectionName } from '#schema/collections/index.ts'
import { isLiving, type RowDraft } from '../../rows/rebase.ts'
import { type Row, type RowKey, rowKey, type StoredRow, storedToRow } from '../../rows/rows.ts'
import type { LocalDatabase, RowWrite } from '../../storage/row-database.ts'
import type { BaseRow } from '../../storage/unsent-store.ts'
import type { Outbox } from '../outbox.ts'

/** A row that the mutation reads or changes: as stored, and after the ops so far. */
type PlannedRow = { collection: CollectionName; stored: StoredRow | undefined; draft: RowDraft; /** Before the mutation. */ before: RowDraft }

/** The rows of one mutation, each read once. */
export class PlanRows {
  readonly database: LocalDatabase
  readonly outbox: Outbox
  readonly #plannedByKey = new Map<RowKey, PlannedRow>()
  readonly #rowByStored = new Map<StoredRow, Row>()

  constructor(database: LocalDatabase, outbox: Outbox) {
    this.database = database
    this.outbox = outbox
  }

  async read(collection: CollectionName, id: string): Promise<PlannedRow> {
    const key = rowKey(collection, id)
    const known = this.#plannedByKey.get(key)
    if (known !== undefined) return known
    const stored = (await this.database.find(collection, [id])).get(id)
    // A row deleted and purged here still has its content in the outbox.
    const base = stored === undefined ? this.outbox.baseOf(key) : undefined
    const draft = stored === undefined ? { row: base ?? undefined, isDeleted: base != null } : { row: this.#rowBefore(stored), isDeleted: stored._deleted }
    const planned = { collection, stored, draft, before: draft }
    this.#plannedByKey.set(key, planned)
    return planned
  }

  /** The row after the ops so far; undefined if it was not read. */
  draftOf(key: RowKey): RowDraft | undefined {
    return this.#plannedByKey.get(key)?.draft
  }

  keys(): Iterable<RowKey> {
    return this.#plannedByKey.keys()
  }

  [Symbol.iterator](): MapIterator<[RowKey, PlannedRow]> {
    return this.#plannedByKey.entries()
  }

  /** The server's state of rows that were clean so far; rows created by this mutation have none. */
  bases(keys: readonly RowKey[]): BaseRow[] {
    return keys.flatMap((key) => {
      const stored = this.#plannedByKey.get(key)?.stored
      if (stored === undefined || this.outbox.isDirty(key)) return []
      return [{ key, row: stored._deleted ? null : storedToRow(stored) }]
    })
  }

  writes(): Map<CollectionName, RowWrite[]> {
    const writes = new Map<CollectionName, RowWrite[]>()
    for (const { collection, stored, draft, before } of this.#plannedByKey.values()) {
      const { row, isDeleted } = draft
      const isSame = row !== undefined && stored !== undefined && isDeleted === stored._deleted && row === this.#rowBefore(stored)
      if (row === undefined || isSame || (!isLiving(before) && !isLiving(draft))) continue
      const list = writes.get(collection) ?? []
      list.push({ previous: stored, row, isDeleted })
      writes.set(collection, list)
    }
    return writes
  }

  #rowBefore(stored: StoredRow): Row {
    let row = this.#rowByStored.get(stored)
    if (row === undefined) {
      row = storedToRow(stored)
      this.#rowByStored.set(stored, row)
    }
    return row
  }
}
