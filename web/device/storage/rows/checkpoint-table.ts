import type { Dexie, Table } from 'dexie'
import type { Checkpoint, ShopCheckpoint } from '#schema/api/sync.ts'

/** A checkpoint stands in the very database that holds the collection's rows, one entry for each shop. */
export type CheckpointEntry = { shopId: string } & ShopCheckpoint

export const checkpointTableName = 'checkpoints'

const checkpointTable = (dexieDb: Dexie): Table<CheckpointEntry, string> => dexieDb.table(checkpointTableName)

export async function readCheckpoints(dexieDb: Dexie): Promise<Checkpoint> {
  const entries = await checkpointTable(dexieDb).toArray()
  return Object.fromEntries(entries.map(({ shopId, ...checkpoint }) => [shopId, withoutEmpty(checkpoint)]))
}

export async function saveCheckpoints(dexieDb: Dexie, checkpoint: Checkpoint): Promise<void> {
  const table = checkpointTable(dexieDb)
  await dexieDb.transaction('rw', table, async () => {
    await table.clear()
    await table.bulkPut(Object.entries(checkpoint).map(([shopId, reached]) => ({ shopId, ...withoutEmpty(reached) })))
  })
}

const withoutEmpty = ({ epoch, seq, mark, reached }: ShopCheckpoint): ShopCheckpoint => ({
  epoch,
  seq,
  ...(mark !== undefined && { mark }),
  ...(reached !== undefined && { reached }),
})
