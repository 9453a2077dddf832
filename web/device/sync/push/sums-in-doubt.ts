import type { MutationResult } from '#schema/api/sync.ts'
import type { Field } from '#schema/field.ts'
import { collectionByName, type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import type { OutboxEntry } from '../../storage/unsent-store.ts'
import { keyToRef, type RowKey, rowKey } from '../../rows/rows.ts'

type SentSums = Pick<OutboxEntry, 'mutation' | 'effects'>

/**
 * Rows whose server sum may or may not include a waiting mutation, as its answer was lost. Applying a pulled row could
 * count the difference twice, so it is skipped: the answer, requested until it comes, brings the row.
 */
export class SumsInDoubt {
  /** By id of sent mutations whose answers are not stored. */
  readonly #rowsByMutation = new Map<string, RowKey[]>()
  readonly #leftOut = new Set<RowKey>()

  note(entries: readonly SentSums[]): void {
    for (const entry of entries) {
      const rows = rowsOfSums(entry)
      if (rows.length > 0) this.#rowsByMutation.set(entry.mutation.id, rows)
    }
  }

  rows(): ReadonlySet<RowKey> {
    return new Set([...this.#rowsByMutation.values()].flat())
  }

  /** Rows skipped in a page. */
  leaveOut(keys: readonly RowKey[]): void {
    for (const key of keys) this.#leftOut.add(key)
  }

  /**
   * Call when answers are stored. Returns collections with a gap: a row was skipped and its answer did not bring it,
   * because the shop was lost for a moment or this device refused the mutation.
   */
  end(results: readonly MutationResult[]): CollectionName[] {
    const gaps = new Set<CollectionName>()
    // An answer holds each row once, in the last result that names it.
    const answered = new Set(results.flatMap(({ documents }) => documents.flatMap(stateToKey)))
    for (const { id } of results) {
      const missing = (this.#rowsByMutation.get(id) ?? []).filter((key) => this.#leftOut.has(key) && !answered.has(key))
      for (const key of missing) gaps.add(keyToRef(key).collection)
      this.#rowsByMutation.delete(id)
    }
    if (this.#leftOut.size > 0) {
      const inDoubt = this.rows()
      for (const key of this.#leftOut) if (!inDoubt.has(key)) this.#leftOut.delete(key)
    }
    return [...gaps]
  }
}

const stateToKey = ({ collection, document }: MutationResult['documents'][number]): RowKey[] =>
  document.seq !== undefined && isCollectionName(collection) ? [rowKey(collection, document.id)] : []

/** Rows with a sum field that the mutation changes, directly or by order lines. Other changes can be applied twice without harm. */
function rowsOfSums({ mutation: { ops }, effects }: SentSums): RowKey[] {
  const moved = effects.flatMap(({ key, action }) => (action === 'count' ? [key] : []))
  const changed = ops.flatMap((op) => {
    if (op.action !== 'update' || !isCollectionName(op.collection)) return []
    const fields: Record<string, Pick<Field, 'merge'>> = collectionByName[op.collection].fields
    return Object.keys(op.changes).some((name) => fields[name]?.merge === 'sum') ? [rowKey(op.collection, op.id)] : []
  })
  return [...changed, ...moved]
}
