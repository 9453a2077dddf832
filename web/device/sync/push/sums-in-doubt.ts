import type { MutationResult } from '#schema/api/sync.ts'
import type { Field } from '#schema/field.ts'
import { collectionByName, type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import type { OutboxEntry } from '../../storage/unsent-store.ts'
import { keyToRef, type RowKey, rowKey } from '../../rows/rows.ts'

type SentSums = Pick<OutboxEntry, 'mutation' | 'effects'>

/**
 * Rows of which nobody knows whether the server's sum holds what waits here, because the answer was lost. A page of the feed that
 * holds it would show the difference twice. The page's row is left out: the answer, which is asked for until it comes, brings the
 * row as it is then.
 */
export class SumsInDoubt {
  /** By the ids of mutations that were sent and whose answers are not stored. */
  readonly #rowsByMutation = new Map<string, RowKey[]>()
  readonly #leftOut = new Set<RowKey>()

  /** The mutations are being sent. */
  note(entries: readonly SentSums[]): void {
    for (const entry of entries) {
      const rows = rowsOfSums(entry)
      if (rows.length > 0) this.#rowsByMutation.set(entry.mutation.id, rows)
    }
  }

  rows(): ReadonlySet<RowKey> {
    return new Set([...this.#rowsByMutation.values()].flat())
  }

  /** The rows were in a page. */
  leaveOut(keys: readonly RowKey[]): void {
    for (const key of keys) this.#leftOut.add(key)
  }

  /**
   * The answers are stored. Gives the collections in which a gap is left: a row was left out, and its answer did not bring it (its
   * shop was lost for a moment, or the mutation was refused on this device).
   */
  end(results: readonly MutationResult[]): CollectionName[] {
    const gaps = new Set<CollectionName>()
    // A long answer holds each row once, in the last result that names it.
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

/** Rows of which the mutation changes a sum, by itself or by its lines: applied once more on top of itself it would show twice. Everything else would not. */
function rowsOfSums({ mutation: { ops }, effects }: SentSums): RowKey[] {
  const moved = effects.flatMap(({ key, action }) => (action === 'count' ? [key] : []))
  const changed = ops.flatMap((op) => {
    if (op.action !== 'update' || !isCollectionName(op.collection)) return []
    const fields: Record<string, Pick<Field, 'merge'>> = collectionByName[op.collection].fields
    return Object.keys(op.changes).some((name) => fields[name]?.merge === 'sum') ? [rowKey(op.collection, op.id)] : []
  })
  return [...changed, ...moved]
}
