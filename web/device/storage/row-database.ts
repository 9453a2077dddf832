import {
  createRxDatabase,
  registerMutableWriteContext,
  removeRxDatabase,
  type RxCollection,
  type RxDatabase,
  type RxDocumentData,
  type RxStorage,
} from 'rxdb/plugins/core'
import type { Dexie } from 'dexie'
import { collectionToLocalSchema } from '#schema/collection.ts'
import { collectionByName, type CollectionName, collectionNames } from '#schema/collections/index.ts'
import type { Checkpoint } from '#schema/api/sync.ts'
import type { DayRange } from '../rows/day-range.ts'
import { checkpointTableName, readCheckpoints, saveCheckpoints } from './rows/checkpoint-table.ts'
import { type DexieInternals, IndexScan } from './rows/index-scan.ts'
import { livingIndexOf, usedIndexes } from './rows/row-indexes.ts'
import { localVersion } from './local-version.ts'
import { type Row, type StoredRow } from '../rows/rows.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- RxDB's storages differ in types that nobody here looks at.
export type LocalStorage = RxStorage<any, any>

/** Rows as stored: `storedToRow` takes RxDB's own fields off for whoever hands one out. */
export type RowChange = { id: string; row: StoredRow | undefined; previous: StoredRow | undefined }
export type RowWrite = { previous: StoredRow | undefined; row: Row; isDeleted: boolean }

/** The collections of one user on this device, without RxDB's document objects. */
export type LocalDatabase = {
  readonly collections: readonly CollectionName[]
  find: (collection: CollectionName, ids: readonly string[]) => Promise<Map<string, StoredRow>>
  /** Writes rows that are believed new; answers the stored ones of those that were not, untouched. */
  insert: (collection: CollectionName, rows: readonly Row[]) => Promise<StoredRow[]>
  /** @throws when a row is no longer what `previous` says: writers hold the write lock, so that is a fault. */
  write: (collection: CollectionName, writes: readonly RowWrite[]) => Promise<void>
  /** Living rows in batches, by id, or by what the collection's index orders them by within one shop. */
  scan: (collection: CollectionName, options?: { shopId?: string; batch?: number }) => AsyncGenerator<Row[]>
  /** Living rows of the shop that were created in the range, in batches. */
  scanCreated: (collection: CollectionName, shopId: string, range: DayRange) => AsyncGenerator<Row[]>
  readPage: (collection: CollectionName, shopId: string, limit: number) => Promise<Row[]>
  count: (collection: CollectionName, shopId: string) => Promise<number>
  /** Living rows whose indexed field has the value. */
  findBy: (collection: CollectionName, field: string, value: string) => Promise<Row[]>
  findByMany: (collection: CollectionName, field: string, values: readonly string[]) => Promise<Row[]>
  /** Removes deleted rows for good, so that nothing of them stays on the disk; with `before` only those deleted earlier. */
  purge: (collection: CollectionName, before?: Date) => Promise<void>
  readCheckpoint: (collection: CollectionName) => Promise<Checkpoint>
  saveCheckpoint: (collection: CollectionName, checkpoint: Checkpoint) => Promise<void>
  watch: (listener: (collection: CollectionName, changes: RowChange[]) => void) => () => void
  /** Opens anew what the browser closed, because it removed the data or could not go on with it. */
  reopen: () => Promise<void>
  close: () => Promise<void>
}

export const localDatabaseName = (userId: string): string => `mainspring-${userId}`

/** What every database of the user's rows is called by IndexedDB, as RxDB's Dexie storage names them. */
export const rowsDatabasePrefix = (userId: string): string => `rxdb-dexie-${localDatabaseName(userId)}--`
/** RxDB's own schema version stays 0. */
export const rowsDatabaseName = (userId: string, collection: CollectionName): string => `${rowsDatabasePrefix(userId)}0--${collection}`
/** RxDB's notes on its collections: their schemas as they were, and its own version. */
export const rxdbNotesName = (userId: string): string => `${rowsDatabasePrefix(userId)}0--_rxdb_internal`

const insertContext = 'mainspring-insert'
const writeContext = 'mainspring-write'
// Inserted rows are made for the write and used by nobody else, so RxDB need not copy each.
registerMutableWriteContext(insertContext)

type LocalCollection = RxCollection<Row>

export async function openLocalDatabase(options: { userId: string; storage: LocalStorage; collections: readonly CollectionName[] }): Promise<LocalDatabase> {
  const { collections } = options
  const database: RxDatabase<Record<string, LocalCollection>> = await createRxDatabase({
    name: localDatabaseName(options.userId),
    storage: options.storage,
    multiInstance: true,
    eventReduce: false,
    closeDuplicates: true,
  })
  try {
    await database.addCollections(Object.fromEntries(collections.map((name) => [name, { schema: collectionToLocalSchema(collectionByName[name]) }])))
  } catch (error) {
    await database.close().catch(() => undefined)
    throw error
  }
  const checkpointInMemory = new Map<CollectionName, Checkpoint>()

  const storageOf = (name: CollectionName) => {
    const collection = database.collections[name]
    if (collection === undefined) throw new RangeError(`This device does not hold ${name}`)
    return collection.storageInstance
  }
  /** Undefined on a storage without IndexedDB (tests). */
  const dexieOf = async (name: CollectionName): Promise<DexieInternals | undefined> => {
    const internals = await (storageOf(name).internals as Promise<Partial<DexieInternals> | undefined>)
    return internals?.dexieTable === undefined ? undefined : (internals as DexieInternals)
  }

  const find: LocalDatabase['find'] = async (name, ids) => {
    if (ids.length === 0) return new Map()
    const rows = (await storageOf(name).findDocumentsById([...ids], true)).map(documentToStored)
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** For storages without Dexie only: a plain query over everything. */
  const queryAll = async (name: CollectionName): Promise<Row[]> => {
    const documents = await database.collections[name]?.find().exec()
    return (documents ?? []).map((document) => ({ ...document.toJSON() }))
  }

  const index = new IndexScan(dexieOf, queryAll)

  return {
    collections,
    find,

    async insert(name, rows) {
      if (rows.length === 0) return []
      const { error: errors } = await storageOf(name).bulkWrite(
        rows.map((row) => ({ document: rowToDocument(row, false) })),
        insertContext,
      )
      return errors.map((error) => {
        if (error.status !== 409) throw writeFailure(name, error)
        return documentToStored(error.documentInDb)
      })
    },

    async write(name, writes) {
      const inserts = writes.filter(({ previous, isDeleted }) => previous === undefined && !isDeleted)
      const updates = writes.filter(({ previous }) => previous !== undefined)
      const rows = [
        ...inserts.map(({ row }) => ({ document: rowToDocument(row, false) })),
        ...updates.map(({ previous, row, isDeleted }) => ({
          ...(previous !== undefined && { previous: storedToDocument(previous) }),
          document: rowToDocument(row, isDeleted, previous),
        })),
      ]
      if (rows.length === 0) return
      const { error: errors } = await storageOf(name).bulkWrite(rows, writeContext)
      if (errors[0] !== undefined) throw writeFailure(name, errors[0])
    },

    scan: (name, { shopId, batch } = {}) => (shopId === undefined ? index.scanAll(name, batch) : index.scanShop(name, shopId, batch)),
    scanCreated: (name, shopId, range) => index.scanCreated(name, shopId, range),

    async readPage(name, shopId, limit) {
      for await (const rows of index.scanShop(name, shopId, limit)) return rows.slice(0, limit)
      return []
    },

    count: (name, shopId) => index.count(name, shopId),
    findBy: (name, field, value) => index.findByMany(name, field, [value]),
    findByMany: (name, field, values) => index.findByMany(name, field, values),

    async purge(name, before) {
      const dexie = await dexieOf(name)
      if (dexie === undefined) return void (await storageOf(name).cleanup(before === undefined ? 0 : Math.max(0, Date.now() - before.getTime())))
      const deleted = dexie.dexieTable.where(livingIndexOf(name).index).between(['1'], ['1', []])
      await (before === undefined ? deleted : deleted.filter(({ _meta }) => _meta.lwt < before.getTime())).delete()
    },

    async readCheckpoint(name) {
      const dexie = await dexieOf(name)
      if (dexie === undefined) return checkpointInMemory.get(name) ?? {}
      return readCheckpoints(dexie.dexieDb)
    },

    async saveCheckpoint(name, checkpoint) {
      const dexie = await dexieOf(name)
      if (dexie === undefined) return void checkpointInMemory.set(name, checkpoint)
      await saveCheckpoints(dexie.dexieDb, checkpoint)
    },

    watch(listener) {
      const subscriptions = collections.map((name) =>
        database.collections[name]?.eventBulks$.subscribe(({ events }) => {
          const changes = events.map((event): RowChange => {
            const stored = documentToStored(event.documentData)
            const previous = event.previousDocumentData == null ? undefined : documentToStored(event.previousDocumentData)
            return {
              id: event.documentId,
              row: event.operation === 'DELETE' ? undefined : stored,
              previous: previous === undefined || previous._deleted ? undefined : previous,
            }
          })
          listener(name, changes)
        }),
      )
      return () => {
        for (const subscription of subscriptions) subscription?.unsubscribe()
      }
    },

    async reopen() {
      const storages = [database.internalStore, ...collections.map(storageOf)]
      for (const storage of storages) {
        const { dexieDb } = (await (storage.internals as Promise<Partial<DexieInternals> | undefined>)) ?? {}
        if (dexieDb !== undefined && !dexieDb.isOpen()) await dexieDb.open()
      }
    },

    async close() {
      await database.close()
    },
  }
}

/**
 * RxDB always says version 1: the app's own number takes its place, so that other indexes come with a version.
 * Declares for the rows only the indexes that are read here. RxDB adds three more (by last write, for its own replication and
 * clean-up, and by id where another index serves), and each would cost a first sync a fifth of its time.
 */
function declareOwnTables(dexieDb: Dexie, localVersionNumber: number): void {
  const declareVersion = dexieDb.version.bind(dexieDb)
  dexieDb.version = () => {
    const version = declareVersion(localVersionNumber)
    const declareStores = version.stores.bind(version)
    version.stores = (stores) => declareStores({ ...stores, ...(typeof stores['docs'] === 'string' && { docs: usedIndexes(stores['docs']) }) })
    return version
  }
}

/**
 * Settings of the storage. The checkpoints live in the very IndexedDB database that holds the collection's rows and are
 * written after them, so that with relaxed durability a power cut takes the newest of both: a checkpoint is never ahead of its
 * rows. If the browser removes one collection's database, its checkpoint goes with it and the rows come again.
 */
export const toDexieStorageSettings = (version: number) =>
  ({
    chromeTransactionDurability: 'relaxed',
    // RxDB declares its tables after this call; Dexie joins what is declared for one version.
    onCreate: (dexieDb: Dexie, name: string) => {
      if (!collectionNames.some((collection) => name.endsWith(`--${collection}`))) return
      declareOwnTables(dexieDb, version)
      dexieDb.version(version).stores({ [checkpointTableName]: 'shopId' })
    },
  }) as const

export const dexieStorageSettings = toDexieStorageSettings(localVersion)

/** Removes a database whose storage is not IndexedDB. */
export async function removeOtherStorage(userId: string, storage: LocalStorage): Promise<void> {
  await removeRxDatabase(localDatabaseName(userId), storage)
}

/** What RxDB's types add to a row says nothing of what is stored: these fields beside it. A new one gets its revision by RxDB. */
const rowToDocument = (row: Row, isDeleted: boolean, previous?: StoredRow): RxDocumentData<Row> =>
  ({ ...row, _deleted: isDeleted, _attachments: {}, _meta: previous?._meta ?? { lwt: 1 }, _rev: previous?._rev ?? '' }) as RxDocumentData<Row>

/** The same of a row that was read. */
const storedToDocument = (stored: StoredRow): RxDocumentData<Row> => stored
const documentToStored = (document: object): StoredRow => document as StoredRow

function writeFailure(name: CollectionName, error: { status: number; documentId: string }): Error {
  return new Error(`Could not store ${name}/${error.documentId} (${error.status})`, { cause: error })
}
