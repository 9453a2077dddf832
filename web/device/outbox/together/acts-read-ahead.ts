import { type CollectionName, collectionToDependants } from '#schema/collections/index.ts'
import { syncedReferences } from '../../rows/ops.ts'
import { isKnownKey, keyToRef, type Row, type RowKey, rowKey, type StoredRow, storedToRow } from '../../rows/rows.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'
import type { PlanSurroundings } from '../plan/mutation-plan.ts'
import type { Act } from './write-together.ts'

type Surroundings = Pick<PlanSurroundings, 'database' | 'findPointing'>

/**
 * Reads in bulk what plans read row by row: the acts' rows, their parents, and the dependents of deletions. Use it
 * inside the write lock, so that it stays current.
 */
export class ReadAhead implements Surroundings {
  readonly database: LocalDatabase
  readonly #surroundings: Surroundings
  readonly #storedByKey = new Map<RowKey, StoredRow | undefined>()
  readonly #checkpoints = new Map<CollectionName, ReturnType<LocalDatabase['readCheckpoint']>>()
  /** By collection, field and id. */
  readonly #pointing = new Map<string, Row[]>()

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    const { database } = surroundings
    this.database = { ...database, find: (collection, ids) => this.#find(collection, ids), readCheckpoint: (collection) => this.#readCheckpoint(collection) }
  }

  async read(acts: readonly Act[]): Promise<void> {
    const inputs = acts.flat()
    const keys = inputs.map(({ collection, id }) => rowKey(collection, id))
    await this.#readRows(keys)
    await this.#readRows(keys.flatMap((key) => this.#parentsOf(key)))
    const deletes = Map.groupBy(
      inputs.filter(({ action }) => action === 'delete'),
      ({ collection }) => collection,
    )
    for (const [collection, group] of deletes)
      await this.#readPointing(
        collection,
        group.map(({ id }) => id),
      )
  }

  /** These rows changed and must be read again. */
  forget(keys: Iterable<RowKey>): void {
    for (const key of keys) this.#storedByKey.delete(key)
    this.#pointing.clear()
  }

  readonly findPointing: PlanSurroundings['findPointing'] = async (collection, field, id) =>
    this.#pointing.get(`${collection}/${field}/${id}`) ?? this.#surroundings.findPointing(collection, field, id)

  async #find(collection: CollectionName, ids: readonly string[]): Promise<Map<string, StoredRow>> {
    await this.#readRows(ids.map((id) => rowKey(collection, id)))
    const found = new Map<string, StoredRow>()
    for (const id of ids) {
      const stored = this.#storedByKey.get(rowKey(collection, id))
      if (stored !== undefined) found.set(id, stored)
    }
    return found
  }

  #readCheckpoint(collection: CollectionName): ReturnType<LocalDatabase['readCheckpoint']> {
    const known = this.#checkpoints.get(collection) ?? this.#surroundings.database.readCheckpoint(collection)
    this.#checkpoints.set(collection, known)
    return known
  }

  async #readRows(keys: readonly RowKey[]): Promise<void> {
    const unread = [...new Set(keys)].filter((key) => isKnownKey(key) && !this.#storedByKey.has(key))
    for (const [collection, group] of Map.groupBy(unread, (key) => keyToRef(key).collection)) {
      if (!this.database.collections.includes(collection)) continue
      const storedById = await this.#surroundings.database.find(
        collection,
        group.map((key) => keyToRef(key).id),
      )
      for (const key of group) this.#storedByKey.set(key, storedById.get(keyToRef(key).id))
    }
  }

  async #readPointing(parent: CollectionName, ids: readonly string[]): Promise<void> {
    const children: RowKey[] = []
    for (const { collection, field } of collectionToDependants(parent)) {
      if (!this.database.collections.includes(collection)) continue
      const rows = await this.#surroundings.database.findByMany(collection, field, ids)
      const rowsById = Map.groupBy(rows, (row) => String(row[field]))
      for (const id of ids) this.#pointing.set(`${collection}/${field}/${id}`, rowsById.get(id) ?? [])
      children.push(...rows.map(({ id }) => rowKey(collection, id)))
    }
    await this.#readRows(children)
  }

  #parentsOf(key: RowKey): RowKey[] {
    const stored = this.#storedByKey.get(key)
    if (stored === undefined) return []
    return syncedReferences(keyToRef(key).collection, storedToRow(stored)).map(({ target, id }) => rowKey(target, id))
  }
}
