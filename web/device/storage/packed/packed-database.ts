import { PackedScan } from './packed-scan.ts'
import { PackedStore } from './packed-store.ts'
import { type PackedSizes } from './store-sizes.ts'
import { declarePackedTables } from './packed-tables.ts'

/** One IndexedDB database for all collections of an RxDB database. `leave` closes it after the last user. */
type SharedDatabase = { store: PackedStore; scan: PackedScan; leave: () => void }

type Entry = Omit<SharedDatabase, 'leave'> & { users: number }

const entryByToken = new Map<string, Entry>()

/**
 * `token` identifies the open RxDB database, also among others of the same name. The first transaction opens it: a
 * broken database fails its readers, not the opening of the device.
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
