import type { CollectionName } from '#schema/collections/index.ts'
import type { LocalDatabase } from '../storage/row-database.ts'
import type { RowChange } from '../storage/rows/row-news.ts'
import { type Row, type RowKey, rowKey, type StoredRow, storedToRow } from '../rows/rows.ts'
import type { ShowEarly } from '../rows/show-early.ts'

/** Some hundred list pages; the oldest are dropped. */
const rememberedMax = 1_000

/** `isRepeat`: the rows are now stored exactly as they were announced before. */
export type RowListener = (changes: readonly RowChange[], isRepeat: boolean) => void

type Tell = (collection: CollectionName, changes: readonly RowChange[], isRepeat: boolean) => void

/**
 * Sits between the row database and its readers: holds rows that show before they are stored, and caches rows that
 * lists have read lately. Changes keep both current.
 */
export class RowCache {
  readonly #database: Pick<LocalDatabase, 'find'>
  readonly #tell: Tell
  readonly #earlyByKey = new Map<RowKey, Row | null>()
  readonly #rememberedByKey = new Map<RowKey, Row>()
  /** Per running read, the changes made meanwhile. */
  readonly #readings = new Set<Map<RowKey, Row | null>>()

  constructor(database: Pick<LocalDatabase, 'find'>, tell: Tell) {
    this.#database = database
    this.#tell = tell
  }

  /** These rows are stored, by this or another tab. */
  hear(collection: CollectionName, changes: readonly RowChange[]): void {
    const [repeated, others] = [[] as RowChange[], [] as RowChange[]]
    for (const change of changes) {
      const key = rowKey(collection, change.id)
      const early = this.#earlyByKey.get(key)
      this.#earlyByKey.delete(key)
      const isRepeat = early !== undefined && isSame(early, change.row)
      ;(isRepeat ? repeated : others).push(change)
      this.#note(key, change.row)
    }
    if (repeated.length > 0) this.#tell(collection, repeated, true)
    if (others.length > 0) this.#tell(collection, others, false)
  }

  readonly show: ShowEarly = (collection, rows) => {
    const changes = rows.map(({ id, row }): RowChange => ({ id, row: row === null ? undefined : rowToShown(collection, row), previous: undefined }))
    for (const { id, row } of rows) this.#earlyByKey.set(rowKey(collection, id), row)
    for (const { id, row } of changes) this.#note(rowKey(collection, id), row)
    this.#tell(collection, changes, false)
    return () => this.#endEarly(collection, rows)
  }

  /** Living rows, including those not stored yet. */
  find(collection: CollectionName, ids: readonly string[]): Promise<Map<string, Row>> {
    return this.#read(collection, ids, (rows) => rows)
  }

  /** The same with a cache, for lists, which read nearly the same rows repeatedly. */
  async recall(collection: CollectionName, ids: readonly string[]): Promise<Map<string, Row>> {
    const known = new Map<string, Row>()
    const unknown: string[] = []
    for (const id of ids) {
      const row = this.#rememberedByKey.get(rowKey(collection, id))
      if (row === undefined) unknown.push(id)
      else known.set(id, row)
    }
    if (unknown.length === 0) return known
    return this.#read(collection, unknown, (read) => {
      for (const [id, row] of read) this.#remember(rowKey(collection, id), row)
      // Cached rows may have changed during the read.
      return new Map([...known.keys()].flatMap((id) => this.#recallOne(collection, id)).concat([...read]))
    })
  }

  #recallOne(collection: CollectionName, id: string): [string, Row][] {
    const row = this.#rememberedByKey.get(rowKey(collection, id))
    return row === undefined ? [] : [[id, row]]
  }

  /** Calls `take` with the rows synchronously, so that no change is missed. */
  async #read<T>(collection: CollectionName, ids: readonly string[], take: (rows: Map<string, Row>) => T): Promise<T> {
    const changed = new Map<RowKey, Row | null>()
    this.#readings.add(changed)
    try {
      const storedById = await this.#database.find(collection, ids)
      const rows = new Map<string, Row>()
      for (const id of ids) {
        const key = rowKey(collection, id)
        const stored = storedById.get(id)
        const kept = stored === undefined || stored._deleted ? null : storedToRow(stored)
        const shown = [changed.get(key), this.#earlyByKey.get(key), kept].find((row) => row !== undefined)
        if (shown != null) rows.set(id, shown)
      }
      return take(rows)
    } finally {
      this.#readings.delete(changed)
    }
  }

  #note(key: RowKey, stored: StoredRow | undefined): void {
    const isRemembered = this.#rememberedByKey.has(key)
    // Skip the thousands of rows of a first sync that nothing reads.
    if (!isRemembered && this.#readings.size === 0) return
    const row = stored === undefined ? null : storedToRow(stored)
    for (const changed of this.#readings) changed.set(key, row)
    if (!isRemembered) return
    if (row === null) this.#rememberedByKey.delete(key)
    else this.#rememberedByKey.set(key, row)
  }

  #remember(key: RowKey, row: Row): void {
    if (this.#rememberedByKey.has(key)) return
    this.#rememberedByKey.set(key, row)
    if (this.#rememberedByKey.size <= rememberedMax) return
    const [oldest] = this.#rememberedByKey.keys()
    if (oldest !== undefined) this.#rememberedByKey.delete(oldest)
  }

  /** Rows whose storing was not reported revert to their stored state. */
  async #endEarly(collection: CollectionName, rows: readonly { id: string; row: Row | null }[]): Promise<void> {
    const left = rows.filter(({ id, row }) => this.#earlyByKey.get(rowKey(collection, id)) === row).map(({ id }) => id)
    if (left.length === 0) return
    for (const id of left) this.#forget(rowKey(collection, id))
    const storedById = await this.find(collection, left)
    const changes = left.map((id): RowChange => {
      const stored = storedById.get(id)
      return { id, row: stored && rowToShown(collection, stored), previous: undefined }
    })
    this.#tell(collection, changes, false)
  }

  #forget(key: RowKey): void {
    this.#earlyByKey.delete(key)
    this.#rememberedByKey.delete(key)
  }
}

/** Shaped like a row of the change stream. */
export const rowToShown = (collection: CollectionName, row: Row): StoredRow =>
  Object.assign({ ...row }, { rowKey: rowKey(collection, row.id), _deleted: false, _rev: '', _meta: { lwt: 0 }, _attachments: {} })

function isSame(early: Row | null, stored: StoredRow | undefined): boolean {
  if (early === null || stored === undefined) return early === null && stored === undefined
  return Object.entries(early).every(([name, value]) => stored[name] === value)
}
