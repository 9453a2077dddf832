import 'fake-indexeddb/auto'
import { OPEN_COLLECTIONS } from 'rxdb/plugins/core'
import { afterAll } from 'vitest'

// The device's tests share a process. RxDB allows it a few open collections: one that a file leaves open fails another file. And each
// device that opens looks at every database there is: what a file leaves makes all others slow.
afterAll(async () => {
  const left = [...OPEN_COLLECTIONS]
  for (const { database } of left) await database.close()
  await deleteDatabases()
  await assertOwnFactory()
  if (left.length > 0) throw new Error(`A test of this file left collections open: ${left.map(({ database, name }) => `${database.name}/${name}`).join(', ')}`)
})

/** A file that leaves Dexie with other databases than the global ones hides what the next files write from what they look at. */
async function assertOwnFactory(): Promise<void> {
  if (globalThis.indexedDB === undefined) return
  // Dexie looks for its databases when it is loaded: not before a file has brought them.
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
      // It goes when whoever holds it lets go.
      request.onblocked = () => resolve()
    })
  }
}
