import type { CollectionName } from '#schema/collections/index.ts'
import type { LocalDatabase } from '../storage/row-database.ts'

/** The reads of single rows that lists use. */
export type RowReads = Pick<LocalDatabase, 'collections' | 'find' | 'findBy' | 'findByMany'>

/**
 * Reads for a device that opened empty: a collection without stored rows since then is not queried, so a list's first
 * page shows before the storage first answers. `isEmpty`: the device may still be empty.
 */
export function withUnheldReads(database: LocalDatabase, isEmpty: () => boolean): RowReads {
  const held = new Set<CollectionName>()
  // Subscribed before the screens, so a read caused by a change queries the storage.
  database.watch((collection) => held.add(collection))
  const isUnheld = (name: CollectionName): boolean => isEmpty() && !held.has(name)
  return {
    collections: database.collections,
    find: async (name, ids) => (isUnheld(name) ? new Map() : database.find(name, ids)),
    findBy: async (name, field, value) => (isUnheld(name) ? [] : database.findBy(name, field, value)),
    findByMany: async (name, field, values) => (isUnheld(name) ? [] : database.findByMany(name, field, values)),
  }
}
