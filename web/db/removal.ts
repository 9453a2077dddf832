import type { CollectionName } from '#schema/collections/index.ts'
import type { Applier } from './apply.ts'
import { type Row, type RowKey, rowKey, storedToRow } from './rows.ts'

const batchSize = 1_000

/** Removes a shop's rows of one collection from this device, traces included. What waits in the outbox stays there. */
export async function removeShopRows(applier: Applier, collection: CollectionName, shopId: string): Promise<void> {
  await removeRows(applier, collection, (row) => row.shopId === shopId, applier.database.scan(collection, { shopId, batch: batchSize }))
}

/** Removes everything of a collection that the user may no longer hold, its checkpoint included. */
export async function removeCollection(applier: Applier, collection: CollectionName): Promise<void> {
  await removeRows(applier, collection, () => true, applier.database.scan(collection, { batch: batchSize }))
  await applier.database.saveCheckpoint(collection, {})
}

/** Removes a shop that the user lost from every collection. */
export async function removeShop(applier: Applier, shopId: string): Promise<void> {
  for (const collection of applier.database.collections) {
    await removeShopRows(applier, collection, shopId)
    const { [shopId]: lost, ...rest } = await applier.database.readCheckpoint(collection)
    if (lost !== undefined) await applier.database.saveCheckpoint(collection, rest)
  }
}

async function removeRows({ database, outbox }: Applier, collection: CollectionName, isMeant: (row: Row) => boolean, rows: AsyncGenerator<Row[]>): Promise<void> {
  for await (const batch of rows) {
    const storedById = await database.find(collection, batch.map(({ id }) => id))
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
