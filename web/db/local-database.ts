import { createRxDatabase, registerMutableWriteContext, removeRxDatabase, type RxCollection, type RxDatabase, type RxStorage } from 'rxdb/plugins/core'
import { Dexie, type Table } from 'dexie'
import { collectionToLocalSchema } from '#schema/collection.ts'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import type { Checkpoint } from '#schema/api/sync.ts'
import { type Row, type StoredRow, storedToRow } from './rows.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- RxDB's storages differ in types that nobody here looks at.
export type LocalStorage = RxStorage<any, any>

/** Rows as stored: `storedToRow` takes RxDB's own fields off for whoever hands one out. */
export type RowChange = { id: string; row: StoredRow | undefined; previous: StoredRow | undefined }
export type RowWrite = { previous: StoredRow | undefined; row: Row; isDeleted: boolean }

/** The twelve collections of one user on this device, without RxDB's document objects. */
export type LocalDatabase = {
  readonly collections: readonly CollectionName[]
  find: (collection: CollectionName, ids: readonly string[]) => Promise<Map<string, StoredRow>>
  /** Writes rows that are believed new; answers the stored ones of those that were not, untouched. */
  insert: (collection: CollectionName, rows: readonly Row[]) => Promise<StoredRow[]>
  /** @throws when a row is no longer what `previous` says: writers hold the write lock, so that is a fault. */
  write: (collection: CollectionName, writes: readonly RowWrite[]) => Promise<void>
  /** Living rows in batches, by id, or by the list key of one shop where the collection has one. */
  scan: (collection: CollectionName, options?: { shopId?: string; batch?: number }) => AsyncGenerator<Row[]>
  readPage: (collection: CollectionName, shopId: string, limit: number) => Promise<Row[]>
  count: (collection: CollectionName, shopId: string) => Promise<number>
  /** Living rows whose indexed field has the value. */
  findBy: (collection: CollectionName, field: string, value: string) => Promise<Row[]>
  findByMany: (collection: CollectionName, field: string, values: readonly string[]) => Promise<Row[]>
  /** Removes deleted rows for good, so that nothing of them stays on the disk. */
  purge: (collection: CollectionName) => Promise<void>
  readCheckpoint: (collection: CollectionName) => Promise<Checkpoint>
  saveCheckpoint: (collection: CollectionName, checkpoint: Checkpoint) => Promise<void>
  watch: (listener: (collection: CollectionName, changes: RowChange[]) => void) => () => void
  close: () => Promise<void>
}

export const localDatabaseName = (userId: string): string => `mainspring-${userId}`

const insertContext = 'mainspring-insert'
const writeContext = 'mainspring-write'
// Inserted rows are made for the write and used by nobody else, so RxDB need not copy each.
registerMutableWriteContext(insertContext)

const highest = '\uffff'

type DexieInternals = { dexieDb: Dexie; dexieTable: Table<StoredRow, string> }
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
  await database.addCollections(Object.fromEntries(collections.map((name) => [name, { schema: collectionToLocalSchema(collectionByName[name]) as never }])))
  const checkpointInMemory = new Map<CollectionName, Checkpoint>()

  const storageOf = (name: CollectionName) => {
    const collection = database.collections[name]
    if (collection === undefined) throw new RangeError(`This device does not hold ${name}`)
    return collection.storageInstance
  }
  /** Undefined on a storage without IndexedDB (tests). */
  const dexieOf = async (name: CollectionName): Promise<DexieInternals | undefined> => {
    const internals = (await (storageOf(name).internals as Promise<Partial<DexieInternals> | undefined>))
    return internals?.dexieTable === undefined ? undefined : (internals as DexieInternals)
  }

  const find: LocalDatabase['find'] = async (name, ids) => {
    if (ids.length === 0) return new Map()
    const rows = (await storageOf(name).findDocumentsById([...ids], true)) as unknown as StoredRow[]
    return new Map(rows.map((row) => [row.id, row]))
  }

  async function* scanAll(name: CollectionName, batch: number): AsyncGenerator<Row[]> {
    const dexie = await dexieOf(name)
    if (dexie === undefined) {
      yield await queryAll(name)
      return
    }
    for (let after = ''; ; ) {
      const rows = await dexie.dexieTable.where('[_deleted+id]').between(['0', after], ['0', highest], false, true).limit(batch).toArray()
      if (rows.length > 0) yield rows.map(storedToRow)
      if (rows.length < batch) return
      after = rows.at(-1)?.id ?? highest
    }
  }

  async function* scanShop(name: CollectionName, shopId: string, batch: number): AsyncGenerator<Row[]> {
    const dexie = await dexieOf(name)
    if (dexie === undefined || !hasListKey(name)) {
      for await (const rows of scanAll(name, batch)) yield rows.filter((row) => row.shopId === shopId).toSorted(byListKey)
      return
    }
    for (let after = ['', '']; ; ) {
      const rows = await dexie.dexieTable
        .where('[_deleted+shopId+sortKey+id]')
        .between(['0', shopId, ...after], ['0', shopId, highest, highest], false, true)
        .limit(batch)
        .toArray()
      if (rows.length > 0) yield rows.map(storedToRow)
      const last = rows.at(-1)
      if (rows.length < batch || last === undefined) return
      after = [String(last['sortKey']), last.id]
    }
  }

  /** For storages without Dexie only: a plain query over everything. */
  const queryAll = async (name: CollectionName): Promise<Row[]> => {
    const documents = await database.collections[name]?.find().exec()
    return (documents ?? []).map((document) => ({ ...document.toJSON() }))
  }

  const collect = async (rows: AsyncGenerator<Row[]>): Promise<Row[]> => {
    const all: Row[] = []
    for await (const batch of rows) all.push(...batch)
    return all
  }

  const findByMany: LocalDatabase['findByMany'] = async (name, field, values) => {
    const dexie = await dexieOf(name)
    const isIndexed = collectionByName[name].localIndexes.some((fields) => fields[0] === field && fields.length === 1)
    if (dexie === undefined || !isIndexed) {
      const wanted = new Set<unknown>(values)
      return (await collect(scanAll(name, 2_000))).filter((row) => wanted.has(row[field]))
    }
    const { dexieDb, dexieTable } = dexie
    const found = await dexieDb.transaction('r', dexieTable, () =>
      Promise.all(values.map((value) => dexieTable.where(`[_deleted+${field}+id]`).between(['0', value, ''], ['0', value, highest]).toArray())),
    )
    return found.flat().map(storedToRow)
  }

  return {
    collections,
    find,

    async insert(name, rows) {
      if (rows.length === 0) return []
      const { error: errors } = await storageOf(name).bulkWrite(
        rows.map((row) => ({ document: rowToStored(row, false) as never })),
        insertContext,
      )
      return errors.map((error) => {
        if (error.status !== 409) throw writeFailure(name, error)
        return error.documentInDb as unknown as StoredRow
      })
    },

    async write(name, writes) {
      const inserts = writes.filter(({ previous, isDeleted }) => previous === undefined && !isDeleted)
      const updates = writes.filter(({ previous }) => previous !== undefined)
      const rows = [
        ...inserts.map(({ row }) => ({ document: rowToStored(row, false) as never })),
        ...updates.map(({ previous, row, isDeleted }) => ({
          previous: previous as never,
          document: { ...rowToStored(row, isDeleted), _meta: previous?._meta, _rev: previous?._rev } as never,
        })),
      ]
      if (rows.length === 0) return
      const { error: errors } = await storageOf(name).bulkWrite(rows, writeContext)
      if (errors[0] !== undefined) throw writeFailure(name, errors[0])
    },

    scan: (name, { shopId, batch = 2_000 } = {}) => (shopId === undefined ? scanAll(name, batch) : scanShop(name, shopId, batch)),

    async readPage(name, shopId, limit) {
      for await (const rows of scanShop(name, shopId, limit)) return rows.slice(0, limit)
      return []
    },

    async count(name, shopId) {
      const dexie = await dexieOf(name)
      if (dexie === undefined || !hasListKey(name)) return (await collect(scanShop(name, shopId, 2_000))).length
      return dexie.dexieTable.where('[_deleted+shopId+sortKey+id]').between(['0', shopId, '', ''], ['0', shopId, highest, highest]).count()
    },

    findBy: (name, field, value) => findByMany(name, field, [value]),
    findByMany,

    async purge(name) {
      const dexie = await dexieOf(name)
      if (dexie === undefined) await storageOf(name).cleanup(0)
      else await dexie.dexieTable.where('[_deleted+id]').between(['1', ''], ['1', highest]).delete()
    },

    async readCheckpoint(name) {
      const dexie = await dexieOf(name)
      if (dexie === undefined) return checkpointInMemory.get(name) ?? {}
      const entries = await checkpointTable(dexie.dexieDb).toArray()
      return Object.fromEntries(entries.map(({ shopId, epoch, seq }) => [shopId, { epoch, seq }]))
    },

    async saveCheckpoint(name, checkpoint) {
      const dexie = await dexieOf(name)
      if (dexie === undefined) return void checkpointInMemory.set(name, checkpoint)
      const table = checkpointTable(dexie.dexieDb)
      await dexie.dexieDb.transaction('rw', table, async () => {
        await table.clear()
        await table.bulkPut(Object.entries(checkpoint).map(([shopId, { epoch, seq }]) => ({ shopId, epoch, seq })))
      })
    },

    watch(listener) {
      const subscriptions = collections.map((name) =>
        database.collections[name]?.eventBulks$.subscribe(({ events }) => {
          const changes = events.map((event): RowChange => {
            const stored = event.documentData as unknown as StoredRow
            const previous = event.previousDocumentData as unknown as StoredRow | undefined
            return {
              id: event.documentId,
              row: event.operation === 'DELETE' ? undefined : stored,
              previous: previous == null || previous._deleted ? undefined : previous,
            }
          })
          listener(name, changes)
        }),
      )
      return () => {
        for (const subscription of subscriptions) subscription?.unsubscribe()
      }
    },

    async close() {
      await database.close()
    },
  }
}

type CheckpointEntry = { shopId: string; epoch: string; seq: number }

const checkpointTableName = 'checkpoints'
const checkpointTable = (dexieDb: Dexie): Table<CheckpointEntry, string> => dexieDb.table(checkpointTableName)

/**
 * Settings of the storage. The checkpoints live in the very IndexedDB database that holds the collection's rows and are
 * written after them, so that with relaxed durability a power cut takes the newest of both: a checkpoint is never ahead of its
 * rows. If the browser removes one collection's database, its checkpoint goes with it and the rows come again.
 */
export const dexieStorageSettings = {
  chromeTransactionDurability: 'relaxed',
  // RxDB declares its tables in version 1 after this call; Dexie joins what is declared for one version.
  onCreate: (dexieDb: Dexie) => void dexieDb.version(1).stores({ [checkpointTableName]: 'shopId' }),
} as const

/** Deletes the user's database, whether open elsewhere or not. */
export async function deleteLocalDatabase(userId: string, storage: LocalStorage): Promise<void> {
  const name = localDatabaseName(userId)
  const names = typeof indexedDB === 'undefined' ? [] : await Dexie.getDatabaseNames()
  const own = names.filter((candidate) => candidate.startsWith(`rxdb-dexie-${name}--`))
  if (own.length === 0) await removeRxDatabase(name, storage)
  for (const candidate of own) await Dexie.delete(candidate)
}

const rowToStored = (row: Row, isDeleted: boolean) => ({ ...row, _deleted: isDeleted, _attachments: {}, _meta: { lwt: 1 }, _rev: '' })

const hasListKey = (name: CollectionName): boolean => Object.hasOwn(collectionByName[name].localKeys, 'sortKey')

const byListKey = (a: Row, b: Row): number => {
  const [keyA, keyB] = [String(a['sortKey'] ?? a.id), String(b['sortKey'] ?? b.id)]
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0
}

function writeFailure(name: CollectionName, error: { status: number; documentId: string }): Error {
  return new Error(`Could not store ${name}/${error.documentId} (${error.status})`, { cause: error })
}
