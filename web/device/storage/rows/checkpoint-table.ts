import type { Checkpoint, ShopCheckpoint } from '#schema/api/sync.ts'
import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { fieldNamesOf } from '../../rows/rows.ts'
import { toStart } from '../checkpoint-marks.ts'
import type { CheckpointEntry, PackedTables } from '../packed/packed-tables.ts'

export async function readCheckpoints({ checkpoints }: PackedTables, collection: CollectionName): Promise<Checkpoint> {
  return toCheckpoint(collection, await checkpoints.where('collection').equals(collection).toArray())
}

export async function readAllCheckpoints({ checkpoints }: PackedTables): Promise<Map<string, Checkpoint>> {
  const entries = await checkpoints.toArray()
  return new Map(
    [...Map.groupBy(entries, ({ collection }) => collection)].map(([collection, ofCollection]) => [collection, toCheckpoint(collection, ofCollection)]),
  )
}

/** Another app version pulled other fields: its checkpoint starts over. */
function toCheckpoint(collection: string, entries: readonly CheckpointEntry[]): Checkpoint {
  const own = fieldsOf(collection)
  return Object.fromEntries(
    entries.map(({ shopId, fields, ...checkpoint }) => [shopId, fields === own ? withoutEmpty(checkpoint) : toStart(withoutEmpty(checkpoint))]),
  )
}

const fieldsOf = (collection: string): string => (isCollectionName(collection) ? fieldNamesOf(collection).join(' ') : '')

export async function saveCheckpoints(tables: PackedTables, collection: CollectionName, checkpoint: Checkpoint): Promise<void> {
  await tables.transaction('rw', tables.checkpoints, () => putCheckpoints(tables, collection, checkpoint))
}

/** Call inside a writing transaction. */
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
