import type { CollectionName } from '#schema/collections/index.ts'
import type { Applier } from '../outbox/local-state.ts'
import { type Row, type RowKey, rowKey, storedToRow } from '../rows/rows.ts'

const batchSize = 1_000

/** Removes a shop's rows of one collection from this device, traces included. What waits in the outbox stays there. */
export async function removeShopRows(applier: Applier, collection: CollectionName, shopId: string): Promise<void> {
  await removeRows(applier, collection, (row) => row.shopId === shopId, applier.database.scan(collection, { shopId, batch: batchSize }))
}

/**
 * Removes everything of a collection that the user may no longer hold, its checkpoint at the end: whatever ends this half-way, the
 * rest still goes, and what comes back meanwhile is fetched from the start.
 */
export async function removeCollection(applier: Applier, collection: CollectionName): Promise<void> {
  await markLeaving(applier, collection, () => true)
  await removeRows(applier, collection, () => true, applier.database.scan(collection, { batch: batchSize }))
  await applier.database.saveCheckpoint(collection, {})
}

/** Removes a shop that the user lost from every collection; its checkpoints stay, as those of no feed, until all rows are gone. */
export async function removeShop(applier: Applier, shopId: string): Promise<void> {
  const { collections } = applier.database
  for (const collection of collections) await markLeaving(applier, collection, (id) => id === shopId)
  for (const collection of collections) await removeShopRows(applier, collection, shopId)
  for (const collection of collections) {
    const { [shopId]: lost, ...rest } = await applier.database.readCheckpoint(collection)
    if (lost !== undefined) await applier.database.saveCheckpoint(collection, rest)
  }
}

/** The epoch of no server's feed: what such a checkpoint stands for is being removed, and if it is pulled again, it is from the start. */
export const leavingEpoch = ''

async function markLeaving({ database }: Applier, collection: CollectionName, isMeant: (shopId: string) => boolean): Promise<void> {
  const checkpoint = await database.readCheckpoint(collection)
  const marked = Object.entries(checkpoint).map(([shopId, reached]) => [shopId, isMeant(shopId) ? { epoch: leavingEpoch, seq: 0 } : reached] as const)
  await database.saveCheckpoint(collection, Object.fromEntries(marked))
}

async function removeRows(
  { database, outbox }: Applier,
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
