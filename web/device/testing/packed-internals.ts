import type { PackedInternals } from '../storage/packed/packed-instance.ts'
import { type LocalDatabase, type LocalStorage, openLocalDatabase } from '../storage/row-database.ts'

export async function openWithInternals(options: Parameters<typeof openLocalDatabase>[0]): Promise<{ database: LocalDatabase; internals: PackedInternals }> {
  const inner = options.storage
  const seen: PackedInternals[] = []
  const storage: LocalStorage = {
    ...inner,
    async createStorageInstance(params) {
      const instance = await inner.createStorageInstance(params)
      if (params.collectionName === 'rows') seen.push(instance.internals)
      return instance
    },
  }
  const database = await openLocalDatabase({ ...options, storage })
  const [internals] = seen
  if (internals === undefined) throw new Error('The rows were not opened')
  return { database, internals }
}
