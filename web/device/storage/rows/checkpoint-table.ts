import type { Checkpoint, ShopCheckpoint } from '#schema/api/sync.ts'
import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import { fieldNamesOf } from '../../rows/rows.ts'
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

/** Matches no server's epoch: the checkpoint's rows are being removed, and a pull starts over. */
export const leavingEpoch = ''

/** Matches no server's mark: the shop's rows of the collection are being compared with the full set of another feed. */
const comparedMark = 'compared'

export const toCompared = ({ epoch }: ShopCheckpoint): ShopCheckpoint => ({ epoch, seq: 0, mark: comparedMark })
export const isCompared = (checkpoint: ShopCheckpoint | undefined): boolean => checkpoint?.mark === comparedMark

/** A checkpoint that pulls again from the start. It keeps the position reached, which reveals a feed that was set back. */
export function toStart(checkpoint: ShopCheckpoint): ShopCheckpoint {
  if (isCompared(checkpoint)) return checkpoint
  const { epoch, seq, mark, reached } = checkpoint
  const own = mark === undefined || seq === 0 ? undefined : { seq, mark }
  const last = own !== undefined && own.seq >= (reached?.seq ?? 0) ? own : reached
  return { epoch, seq: 0, ...(last !== undefined && { reached: last }) }
}
