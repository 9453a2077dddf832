import { PackedScan } from './packed-scan.ts'
import { type PackedSizes, PackedStore } from './packed-store.ts'
import { declarePackedTables } from './packed-tables.ts'

/** One open IndexedDB database for all collections of one RxDB database. `leave`: closes it when nobody else uses it. */
export type SharedDatabase = { store: PackedStore; scan: PackedScan; leave: () => void }

type Entry = Omit<SharedDatabase, 'leave'> & { users: number; opening: PromiseLike<unknown> }

const entryByToken = new Map<string, Entry>()

/** `token`: names the RxDB database among all that are open, also those of the same name. */
export async function sharePackedDatabase(token: string, name: string, { version, sizes }: { version: number; sizes: PackedSizes }): Promise<SharedDatabase> {
  let entry = entryByToken.get(token)
  if (entry === undefined) {
    const store = new PackedStore(declarePackedTables(name, version), sizes)
    entry = { store, scan: new PackedScan(store), users: 0, opening: store.tables.open() }
    entryByToken.set(token, entry)
  }
  entry.users++
  const { store, scan } = entry
  const shared = entry
  const leave = (): void => {
    if (--shared.users > 0) return
    entryByToken.delete(token)
    store.tables.close()
  }
  try {
    await entry.opening
  } catch (error) {
    leave()
    throw error
  }
  return { store, scan, leave }
}
