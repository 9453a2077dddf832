import type { Checkpoint, PullResponse } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { LocalState } from '../../outbox/local-state.ts'
import { type Row, rowKey, storedToRow } from '../../rows/rows.ts'
import type { LocalDatabase } from '../../storage/row-database.ts'

/**
 * Rows that are here before their feed was ever pulled: they came with answers to pushes. If the database was restored since,
 * it may not know them any more, and no reset tells, because there is no checkpoint to compare.
 */
export async function findOrphans(database: LocalDatabase, shopIds: readonly string[], collection: CollectionName, known: Checkpoint): Promise<Row[]> {
  const orphans: Row[] = []
  for (const shopId of shopIds) {
    if (known[shopId] !== undefined) continue
    for await (const rows of database.scan(collection, { shopId })) orphans.push(...rows)
  }
  return orphans
}

/** What the first page does not hold goes; all of it loses its seq, so that this or a later page is believed. */
export async function removeOrphans({ database, outbox }: LocalState, collection: CollectionName, orphans: readonly Row[], page: PullResponse): Promise<void> {
  const given = new Set(page.documents.map(({ id }) => id))
  const ofFeed = orphans.filter(({ shopId }) => page.checkpoint[shopId] !== undefined)
  // Under a waiting mutation lies the same old word of the server; the answer to the mutation brings the newest.
  await outbox.dropBases(ofFeed.flatMap(({ id, seq }) => (outbox.baseOf(rowKey(collection, id))?.seq === seq ? [rowKey(collection, id)] : [])))
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
