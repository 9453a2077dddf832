import type { Checkpoint, ShopCheckpoint } from '#schema/api/sync.ts'
import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { fieldNamesOf } from '../../rows/rows.ts'
import { toStart } from '../checkpoint-marks.ts'
import type { CheckpointEntry, PackedTables } from '../packed/packed-tables.ts'

export async function readCheckpoints({ checkpoints }: PackedTables, collection: CollectionName): Promise<Checkpoint> {
  return toCheckpoint(collection, await checkpoints.where('collection').equals(collection).toArray())
}

/** Those of all collections that have one, in one look. */
export async function readAllCheckpoints({ checkpoints }: PackedTables): Promise<Map<string, Checkpoint>> {
  const entries = await checkpoints.toArray()
  return new Map(
    [...Map.groupBy(entries, ({ collection }) => collection)].map(([collection, ofCollection]) => [collection, toCheckpoint(collection, ofCollection)]),
  )
}

/** Another version of the app pulled other fields: the rows are asked for again. */
function toCheckpoint(collection: string, entries: readonly CheckpointEntry[]): Checkpoint {
  const own = fieldsOf(collection)
  return Object.fromEntries(
    entries.map(({ shopId, fields, ...checkpoint }) => [shopId, fields === own ? withoutEmpty(checkpoint) : toStart(withoutEmpty(checkpoint))]),
  )
}

const fieldsOf = (collection: string): string => (isCollectionName(collection) ? fieldNamesOf(collection).join(' ') : '')

/** In place of what was known of the collection. */
export async function saveCheckpoints(tables: PackedTables, collection: CollectionName, checkpoint: Checkpoint): Promise<void> {
  await tables.transaction('rw', tables.checkpoints, () => putCheckpoints(tables, collection, checkpoint))
}

/** The same inside a transaction that writes the table. */
export async function putCheckpoints({ checkpoints }: PackedTables, collection: CollectionName, checkpoint: Checkpoint): Promise<void> {
  await checkpoints.where('collection').equals(collection).delete()
  const fields = fieldsOf(collection)
  await checkpoints.bulkPut(Object.entries(checkpoint).map(([shopId, reached]) => ({ collection, shopId, fields, ...withoutEmpty(reached) })))
}

const withoutEmpty = ({ epoch, seq, mark, reached }: ShopCheckpoint): ShopCheckpoint => ({
  epoch,
  seq,
  ...(mark !== undefined && { mark }),
  ...(reached !== undefined && { reached }),
})
