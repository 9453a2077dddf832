import type { CollectionName } from '#schema/collections/index.ts'
import { rowKey } from '../rows/rows.ts'
import { localVersion } from '../storage/local-version.ts'
import { removeOverlayRows } from '../storage/packed/overlay-records.ts'
import { sharePackedDatabase } from '../storage/packed/packed-database.ts'
import { type PackedStore } from '../storage/packed/packed-store.ts'
import { defaultPackedSizes } from '../storage/packed/store-sizes.ts'
import { rowsDatabaseName } from '../storage/row-database.ts'
import { groupOfCollection, rowLayouts, rowsCollection } from '../storage/rows/row-layout.ts'

/** Opens a user's stored rows directly, bypassing the device. */
export async function withRawRows<T>(userId: string, run: (rows: PackedStore) => Promise<T>): Promise<T> {
  const { store, leave } = sharePackedDatabase(`raw-${userId}-${Math.random()}`, rowsDatabaseName(userId), { version: localVersion, sizes: defaultPackedSizes })
  store.declare(rowsCollection, rowLayouts)
  try {
    return await run(store)
  } finally {
    leave()
  }
}

/** Replaces the stored row of this id by the given one. */
export const putRawRow = (userId: string, collection: CollectionName, id: string, fields: Record<string, unknown>, like = id): Promise<void> =>
  withRawRows(userId, (rows) => {
    const [key, likeKey] = [rowKey(collection, id), rowKey(collection, like)]
    return rows.change([likeKey], rowLayouts.groupOf, (stored) => {
      const document = stored.get(likeKey)
      if (document === undefined) throw new Error(`${likeKey} is not stored`)
      return { puts: [{ primary: key, document: { ...document, ...fields, id, rowKey: key } }], result: undefined }
    })
  })

/** Removes a row that is in the overlay only. */
export const removeRawRow = (userId: string, collection: CollectionName, id: string): Promise<void> =>
  withRawRows(userId, (rows) =>
    rows.write([], async () => {
      const row = rows.directory.group(groupOfCollection(collection)).overlay.get(rowKey(collection, id))
      if (row === undefined || row.masks !== null) throw new Error(`${collection}/${id} does not lie in the overlay alone`)
      await removeOverlayRows(rows.tables, [row])
      return { result: undefined, isOtherGeneration: true }
    }),
  )

export const readRawText = (userId: string, collection: CollectionName): Promise<string> =>
  withRawRows(userId, (rows) =>
    rows.read(async () => {
      const { heads, overlay } = rows.directory.group(groupOfCollection(collection))
      const bodies = await rows.tables.segments.bulkGet(heads.map(({ no }) => no))
      return JSON.stringify([[...overlay.values()], bodies])
    }),
  )
