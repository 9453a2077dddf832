import type { Checkpoint, ShopCheckpoint } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { CheckpointEntry, PackedTables } from '../packed/packed-tables.ts'

export async function readCheckpoints({ checkpoints }: PackedTables, collection: CollectionName): Promise<Checkpoint> {
  return toCheckpoint(await checkpoints.where('collection').equals(collection).toArray())
}

/** Those of all collections that have one, in one look. */
export async function readAllCheckpoints({ checkpoints }: PackedTables): Promise<Map<string, Checkpoint>> {
  const entries = await checkpoints.toArray()
  return new Map([...Map.groupBy(entries, ({ collection }) => collection)].map(([collection, ofCollection]) => [collection, toCheckpoint(ofCollection)]))
}

const toCheckpoint = (entries: readonly CheckpointEntry[]): Checkpoint =>
  Object.fromEntries(entries.map(({ shopId, collection: _collection, ...checkpoint }) => [shopId, withoutEmpty(checkpoint)]))

/** In place of what was known of the collection. */
export async function saveCheckpoints(tables: PackedTables, collection: CollectionName, checkpoint: Checkpoint): Promise<void> {
  await tables.transaction('rw', tables.checkpoints, () => putCheckpoints(tables, collection, checkpoint))
}

/** The same inside a transaction that writes the table. */
export async function putCheckpoints({ checkpoints }: PackedTables, collection: CollectionName, checkpoint: Checkpoint): Promise<void> {
  await checkpoints.where('collection').equals(collection).delete()
  await checkpoints.bulkPut(Object.entries(checkpoint).map(([shopId, reached]) => ({ collection, shopId, ...withoutEmpty(reached) })))
}

const withoutEmpty = ({ epoch, seq, mark, reached }: ShopCheckpoint): ShopCheckpoint => ({
  epoch,
  seq,
  ...(mark !== undefined && { mark }),
  ...(reached !== undefined && { reached }),
})
