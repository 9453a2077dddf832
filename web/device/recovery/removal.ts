import type { CollectionName } from '#schema/collections/index.ts'
import type { LocalState } from '../outbox/local-state.ts'
import { type Row, type RowKey, rowKey, storedToRow } from '../rows/rows.ts'
import { leavingEpoch } from '../storage/rows/checkpoint-table.ts'

const batchSize = 1_000

/** Deletes and purges a shop's rows of one collection. Outbox entries stay. */
export async function removeShopRows(localState: LocalState, collection: CollectionName, shopId: string): Promise<void> {
  await removeRows(localState, collection, (row) => row.shopId === shopId, localState.database.scan(collection, { shopId, batch: batchSize }))
}

/**
 * Removes a collection that the user may no longer read, its checkpoint last: an interrupted removal continues, and a
 * collection regained meanwhile is fetched from the start.
 */
export async function removeCollection(localState: LocalState, collection: CollectionName): Promise<void> {
  await markLeaving(localState, collection, () => true)
  await removeRows(localState, collection, () => true, localState.database.scan(collection, { batch: batchSize }))
  await localState.database.saveCheckpoint(collection, {})
}

/** Removes a lost shop from every collection. Its checkpoints keep the leaving epoch until all rows are gone. */
export async function removeShop(localState: LocalState, shopId: string): Promise<void> {
  const { collections } = localState.database
  for (const collection of collections) await markLeaving(localState, collection, (id) => id === shopId)
  for (const collection of collections) await removeShopRows(localState, collection, shopId)
  for (const collection of collections) {
    const { [shopId]: lost, ...rest } = await localState.database.readCheckpoint(collection)
    if (lost !== undefined) await localState.database.saveCheckpoint(collection, rest)
  }
}

async function markLeaving({ database }: LocalState, collection: CollectionName, isMeant: (shopId: string) => boolean): Promise<void> {
  const checkpoint = await database.readCheckpoint(collection)
  const marked = Object.entries(checkpoint).map(([shopId, reached]) => [shopId, isMeant(shopId) ? { epoch: leavingEpoch, seq: 0 } : reached] as const)
  await database.saveCheckpoint(collection, Object.fromEntries(marked))
}

async function removeRows(
  { database, outbox }: LocalState,
  collection: CollectionName,
  isMeant: (row: Row) => boolean,
  rows: AsyncGenerator<Row[]>,
): Promise<void> {
  for await (const batch of rows) {
    const storedById = await database.find(
      collection,
      batch.map(({ id }) => id),
    )
    await database.write(
      collection,
      [...storedById.values()].map((stored) => ({ previous: stored, row: storedToRow(stored), isDeleted: true })),
    )
  }
  await database.purge(collection)
  const bases = outbox.dirtyKeys().filter((key): key is RowKey => {
    const base = outbox.baseOf(key)
    return base != null && key === rowKey(collection, base.id) && isMeant(base)
  })
  await outbox.dropBases(bases)
}
