import { Dexie } from 'dexie'

/**
 * Version of the local storage format. Raise it when a local key, an index, the kind of a field, or a table changes:
 * rows are then fetched again and the outbox is kept. A field that comes or goes needs no new version, as stored rows
 * name their fields.
 */
export const localVersion = 11

/** Dexie multiplies versions by ten, as room for its own repairs. */
const nativeToVersion = (native: number): number => Math.floor(native / 10)

/** A newer version of the app wrote the data on this device; this one must not touch it. */
export class NewerLocalDataError extends Error {
  override readonly name = 'NewerLocalDataError'
  constructor() {
    super('This device’s data belongs to a newer version.')
  }
}

/**
 * Check before opening: Dexie would open a newer version's database and "repair" it.
 * @throws NewerLocalDataError
 */
export async function assertNotNewer(databaseName: string, version: number): Promise<void> {
  const databases = (await Dexie.dependencies.indexedDB.databases?.()) ?? []
  const native = databases.find(({ name }) => name === databaseName)?.version ?? 0
  if (nativeToVersion(native) > version) throw new NewerLocalDataError()
}

/** While opening waited, another tab may have upgraded the database. @throws NewerLocalDataError */
export function assertOpenedOwn(database: Dexie, version: number): void {
  if (nativeToVersion(database.backendDB().version) <= version) return
  database.close()
  throw new NewerLocalDataError()
}
