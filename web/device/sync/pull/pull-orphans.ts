import type { Checkpoint, PullResponse } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { LocalState } from '../../outbox/local-state.ts'
import { type Row, rowKey, storedToRow } from '../../rows/rows.ts'

/**
 * Rows that are here before their feed was ever pulled: they came with answers to pushes. If the database was restored since,
 * it may not know them any more, and no reset tells, because there is no checkpoint to compare.
 */
export async function findOrphans({ database, outbox }: LocalState, shopIds: readonly string[], collection: CollectionName, known: Checkpoint): Promise<Row[]> {
  const unheard = new Set(shopIds.filter((shopId) => known[shopId] === undefined))
  if (unheard.size === 0) return []
  // One that was deleted here shows no more, and lies under what waits all the same.
  const orphans = new Map(outbox.basesOf(collection).flatMap((row) => (unheard.has(row.shopId) ? [[row.id, row] as const] : [])))
  for (const shopId of unheard) for await (const rows of database.scan(collection, { shopId })) for (const row of rows) orphans.set(row.id, row)
  return [...orphans.values()]
}

/** What the first page does not hold goes; all of it loses its seq, so that this or a later page is believed. */
export async function removeOrphans({ database, outbox }: LocalState, collection: CollectionName, orphans: readonly Row[], page: PullResponse): Promise<void> {
  const given = new Set(page.documents.map(({ id }) => id))
  const ofFeed = orphans.filter(({ shopId }) => page.checkpoint[shopId] !== undefined)
  // Under a waiting mutation lies the same old word of the server, or one in doubt already (0); the answer to the mutation brings the newest.
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
    // What was answered after the question was asked is newer than the page.
    return stored === undefined || stored._deleted || stored.seq !== seq
      ? []
      : [{ previous: stored, row: { ...storedToRow(stored), seq: 0 }, isDeleted: !given.has(id) }]
  })
  await database.write(collection, writes)
}
