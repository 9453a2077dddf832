import { Dexie } from 'dexie'
import { type Collection, collectionToLocalSchema } from '#schema/collection.ts'

/**
 * Version of everything that this app keeps on a device. Raise it with every change of what is stored there: a field, a local
 * key, an index, a table of the device's store. `migration.test.ts` tells when that was forgotten.
 */
export const localVersion = 8

/** Dexie multiplies versions by ten to leave room for its own repairs. */
const nativeToVersion = (native: number): number => Math.floor(native / 10)

/** The data on this device was written by a newer version of the app; this one leaves it alone. */
export class NewerLocalDataError extends Error {
  override readonly name = 'NewerLocalDataError'
  constructor() {
    super('This device’s data belongs to a newer version.')
  }
}

/**
 * Dexie would open what a newer app wrote, and "repair" it. Asked before anything is opened.
 * @throws NewerLocalDataError
 */
export async function assertNotNewer(databaseName: string, version: number): Promise<void> {
  const databases = (await Dexie.dependencies.indexedDB.databases?.()) ?? []
  const native = databases.find(({ name }) => name === databaseName)?.version ?? 0
  if (nativeToVersion(native) > version) throw new NewerLocalDataError()
}

/** An upgrade by another tab may have passed while this one waited for its turn. @throws NewerLocalDataError */
export function assertOpenedOwn(database: Dexie, version: number): void {
  if (nativeToVersion(database.backendDB().version) <= version) return
  database.close()
  throw new NewerLocalDataError()
}

/** How rows of one collection lie on a device: types of their fields, revisions of their local keys, indexes. */
export type RowShape = {
  fields: Record<string, { type: string | string[]; maxLength?: number | undefined }>
  keys: Record<string, { revision: number; maxLength: number }>
  indexes: string[][]
}

export function collectionToShape(collection: Collection): RowShape {
  const { properties, indexes } = collectionToLocalSchema(collection)
  return {
    fields: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !Object.hasOwn(collection.localKeys, name))
        .map(([name, { type, maxLength }]) => [name, maxLength === undefined ? { type } : { type, maxLength }]),
    ),
    keys: Object.fromEntries(Object.entries(collection.localKeys).map(([name, { revision = 1, maxLength }]) => [name, { revision, maxLength }])),
    indexes,
  }
}
