import { http } from '#web/api/http.ts'
import { createSyncApi } from '#web/api/sync-api.ts'
import { openDevice } from '#web/device/device.ts'

export type PageDevice = {
  /**
   * Adds unsent customers with two mutations each: create, then set an address. The first two use the device's write
   * path, which waits for the disk; the others are copied into the outbox, as after a crash between outbox and
   * documents.
   * @returns the ids of the mutations in order
   */
  leaveWaiting(userId: string, shopId: string, count: number, notes?: string): Promise<string[]>
}

type Entry = { position?: number; mutation: { id: string; ops: { id: string }[] } }

const pageDevice: PageDevice = {
  async leaveWaiting(userId, shopId, count, notes = 'Rings before noon') {
    const device = await openDevice({ userId, api: createSyncApi({ http, userId }) })
    const { ids } = await device.write(shopId, [{ action: 'create', collection: 'customers', values: { name: 'Waiting 0', customerNotes: notes } }])
    await device.write(shopId, [{ action: 'update', collection: 'customers', id: ids[0] ?? '', values: { email: 'waiting.0@example.org' } }])
    await device.close()
    return copyEntries(`mainspring-device-${userId}`, count)
  },
}

async function copyEntries(databaseName: string, count: number): Promise<string[]> {
  const database = await settle(indexedDB.open(databaseName))
  const store = database.transaction('outbox', 'readwrite').objectStore('outbox')
  const pair = (await settle(store.getAll())) as Entry[]
  const mutationIds = pair.map(({ mutation }) => mutation.id)
  const done = new Promise<void>((resolve, reject) => {
    store.transaction.addEventListener('complete', () => resolve())
    store.transaction.addEventListener('abort', () => reject(store.transaction.error ?? new Error('The copies were not stored')))
  })
  for (let index = 1; mutationIds.length < count; index++) {
    const rowId = crypto.randomUUID()
    for (const { position: _, ...entry } of pair) {
      if (mutationIds.length === count) break
      const mutationId = crypto.randomUUID()
      const text = JSON.stringify(entry)
        .replaceAll(entry.mutation.id, mutationId)
        .replaceAll(entry.mutation.ops[0]?.id ?? '', rowId)
      store.add(JSON.parse(text.replaceAll('Waiting 0', `Waiting ${index}`).replaceAll('waiting.0@', `waiting.${index}@`)))
      mutationIds.push(mutationId)
    }
  }
  await done
  database.close()
  return mutationIds
}

const settle = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })

Object.assign(globalThis, { readPageDevice: () => pageDevice })
