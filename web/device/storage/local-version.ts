import { Dexie } from 'dexie'

/**
 * Version of how this app keeps things on a device. Raise it with a change of a local key, an index, the kind of a field, or a table:
 * rows are then fetched again, and what waits to be sent stays as it is. A field that comes or goes needs no other version, since
 * whatever holds rows names their fields.
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
