import {
  ensureRxStorageInstanceParamsAreCorrect,
  RXDB_VERSION,
  type RxStorage,
  type RxStorageInstance,
  type RxStorageInstanceCreationParams,
} from 'rxdb/plugins/core'
import { breathe, PackedCompaction } from './packed-compaction.ts'
import { type PackedLayouts, plainLayouts } from './packed-layout.ts'
import { PackedInstance, type PackedInternals } from './packed-instance.ts'
import { defaultPackedSizes, type PackedSizes } from './store-sizes.ts'
import { sharePackedDatabase } from './packed-database.ts'

/** `version` of the stored data. `layouts`: how a collection is packed; plain if it returns undefined. */
type PackedStorageSettings = {
  version: number
  sizes?: PackedSizes | undefined
  layouts?: (collectionName: string) => PackedLayouts | undefined
}

type PackedStorage = RxStorage<PackedInternals, object>

/**
 * An RxDB storage over Dexie that packs documents by the hundreds. All collections of an RxDB database share one
 * IndexedDB database of its name. Attachments are not supported.
 */
export function getRxStoragePacked({ version, sizes = defaultPackedSizes, layouts: layoutsOf }: PackedStorageSettings): PackedStorage {
  return {
    name: 'packed',
    rxdbVersion: RXDB_VERSION,
    async createStorageInstance<RxDocType>(
      params: RxStorageInstanceCreationParams<RxDocType, object>,
    ): Promise<RxStorageInstance<RxDocType, PackedInternals, object>> {
      ensureRxStorageInstanceParamsAreCorrect(params)
      const { collectionName, databaseName, schema } = params
      const primaryPath = typeof schema.primaryKey === 'string' ? schema.primaryKey : schema.primaryKey.key
      // Each schema version is a group of its own: RxDB's migrations read one and write the other.
      const group = schema.version === 0 ? collectionName : `${collectionName}.${schema.version}`
      const layouts = layoutsOf?.(collectionName) ?? plainLayouts(group, primaryPath)
      const { store, scan, leave } = sharePackedDatabase(params.databaseInstanceToken, databaseName, { version, sizes })
      store.declare(group, layouts)
      const { groupOf } = layouts
      const compact = (signal: AbortSignal): Promise<void> => new PackedCompaction(store, breathe).run(signal)
      return new PackedInstance<RxDocType>(params, { documents: store, groupOf, group, primaryPath, internals: { store, scan }, compact, leave })
    },
  }
}
