import 'fake-indexeddb/auto'
import { OPEN_COLLECTIONS } from 'rxdb/plugins/core'
import { afterAll } from 'vitest'

// The device's tests share a process. RxDB limits the number of open collections, and every opening device lists all
// databases: a file that leaves some behind breaks or slows the others.
afterAll(async () => {
  const left = [...OPEN_COLLECTIONS]
  for (const { database } of left) await database.close()
  await deleteDatabases()
  await assertOwnFactory()
  if (left.length > 0) throw new Error(`A test of this file left collections open: ${left.map(({ database, name }) => `${database.name}/${name}`).join(', ')}`)
})

/** A file that replaces Dexie's IndexedDB factory would hide later files' databases from their checks. */
async function assertOwnFactory(): Promise<void> {
  if (globalThis.indexedDB === undefined) return
  // Import late: Dexie binds to the IndexedDB globals when it is loaded.
  const { Dexie } = await import('dexie')
  if (Dexie.dependencies.indexedDB === globalThis.indexedDB) return
  Dexie.dependencies.indexedDB = globalThis.indexedDB
  throw new Error('A test of this file left Dexie with databases of its own')
}

async function deleteDatabases(): Promise<void> {
  if (globalThis.indexedDB === undefined) return
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise<void>((resolve) => {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = () => resolve()
      request.onerror = () => resolve()
      // It is deleted when the last connection closes.
      request.onblocked = () => resolve()
    })
  }
}
