import type { CollectionName } from '#schema/collections/index.ts'
import type { LocalDatabase } from '../storage/row-database.ts'

/** What lists read of rows here and there. */
export type RowReads = Pick<LocalDatabase, 'collections' | 'find' | 'readPage' | 'count' | 'findBy' | 'findByMany'>

/**
 * Reads of a device that was opened without any row: a collection of which nothing has been stored since is known to be empty, and is
 * not asked. So the first page of a list shows before the storage has answered for the first time. `isEmpty`: that still may be so.
 */
export function withUnheldReads(database: LocalDatabase, isEmpty: () => boolean): RowReads {
  const held = new Set<CollectionName>()
  // Heard before the screens hear it: who reads because of a change reads the storage.
  database.watch((collection) => held.add(collection))
  const isUnheld = (name: CollectionName): boolean => isEmpty() && !held.has(name)
  return {
    collections: database.collections,
    count: (name, shopId) => database.count(name, shopId),
    find: async (name, ids) => (isUnheld(name) ? new Map() : database.find(name, ids)),
    readPage: async (name, shopId, limit) => (isUnheld(name) ? [] : database.readPage(name, shopId, limit)),
    findBy: async (name, field, value) => (isUnheld(name) ? [] : database.findBy(name, field, value)),
    findByMany: async (name, field, values) => (isUnheld(name) ? [] : database.findByMany(name, field, values)),
  }
}
