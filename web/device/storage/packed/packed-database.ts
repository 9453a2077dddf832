import { PackedScan } from './packed-scan.ts'
import { PackedStore } from './packed-store.ts'
import { type PackedSizes } from './store-sizes.ts'
import { declarePackedTables } from './packed-tables.ts'

/** One IndexedDB database for all collections of one RxDB database. `leave`: closes it when nobody else uses it. */
export type SharedDatabase = { store: PackedStore; scan: PackedScan; leave: () => void }

type Entry = Omit<SharedDatabase, 'leave'> & { users: number }

const entryByToken = new Map<string, Entry>()

/**
 * `token`: names the RxDB database among all that are in use, also those of the same name. It is opened by the first transaction: one
 * that is broken fails who reads it, not who opens the device.
 */
export function sharePackedDatabase(token: string, name: string, { version, sizes }: { version: number; sizes: PackedSizes }): SharedDatabase {
  let entry = entryByToken.get(token)
  if (entry === undefined) {
    const store = new PackedStore(declarePackedTables(name, version), sizes)
    entryByToken.set(token, (entry = { store, scan: new PackedScan(store), users: 0 }))
  }
  const shared = entry
  shared.users++
  const leave = (): void => {
    if (--shared.users > 0) return
    entryByToken.delete(token)
    shared.store.tables.close()
  }
  return { store: shared.store, scan: shared.scan, leave }
}
