import type { Checkpoint, PullResponse } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { LocalState } from '../../outbox/local-state.ts'
import { type Row, rowKey, storedToRow } from '../../rows/rows.ts'

/**
 * Rows stored before their feed was ever pulled: push answers brought them. After a restore the server may not know
 * them, and without a checkpoint no reset detects that.
 */
export async function findOrphans({ database, outbox }: LocalState, shopIds: readonly string[], collection: CollectionName, known: Checkpoint): Promise<Row[]> {
  const unheard = new Set(shopIds.filter((shopId) => known[shopId] === undefined))
  if (unheard.size === 0) return []
  // A row deleted here is not in the scan, but its base is kept for the waiting mutation.
  const orphans = new Map(outbox.basesOf(collection).flatMap((row) => (unheard.has(row.shopId) ? [[row.id, row] as const] : [])))
  for (const shopId of unheard) for await (const rows of database.scan(collection, { shopId })) for (const row of rows) orphans.set(row.id, row)
  return [...orphans.values()]
}

/** Deletes orphans missing from the first page. All lose their seq, so that this or a later page wins. */
export async function removeOrphans({ database, outbox }: LocalState, collection: CollectionName, orphans: readonly Row[], page: PullResponse): Promise<void> {
  const given = new Set(page.documents.map(({ id }) => id))
  const ofFeed = orphans.filter(({ shopId }) => page.checkpoint[shopId] !== undefined)
  // The base is the same old server state, or already in doubt (0); the answer to the waiting mutation brings the
  // newest.
  await outbox.dropBases(
    ofFeed.flatMap(({ id, seq }) => {
      const baseSeq = outbox.baseOf(rowKey(collection, id))?.seq
      return baseSeq === seq || baseSeq === 0 ? [rowKey(collection, id)] : []
    }),
  )
  const doubtful = ofFeed.filter(({ id }) => !outbox.isDirty(rowKey(collection, id)))
  const storedById = await database.find(
    collection,
    doubtful.map(({ id }) => id),
  )
  const writes = doubtful.flatMap(({ id, seq }) => {
    const stored = storedById.get(id)
    // A state answered after the page was requested is newer than the page.
    return stored === undefined || stored._deleted || stored.seq !== seq
      ? []
      : [{ previous: stored, row: { ...storedToRow(stored), seq: 0 }, isDeleted: !given.has(id) }]
  })
  await database.write(collection, writes)
}
