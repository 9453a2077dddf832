import {
  type BulkWriteRow,
  createRevision,
  createRxDatabase,
  type RxCollection,
  type RxDatabase,
  type RxJsonSchema,
  type RxStorage,
  type RxStorageInstance,
} from 'rxdb/plugins/core'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Checkpoint } from '#schema/api/sync.ts'
import type { DayRange } from '../rows/day-range.ts'
import { givesUpGuarded, hasGuarded } from '../rows/guarded-values.ts'
import { type Row, rowKey, type StoredRow, storedToRow } from '../rows/rows.ts'
import { putCheckpoints, readAllCheckpoints, readCheckpoints, saveCheckpoints } from './rows/checkpoint-table.ts'
import { openBrowserChannel, type Ports } from '../platform/ports.ts'
import { watchSet } from '../platform/observable.ts'
import { localVersion } from './local-version.ts'
import { getRxStorageForNotes } from './packed/memory-storage.ts'
import type { PackedInternals } from './packed/packed-instance.ts'
import { notingForgotten, CompactionScheduler } from './packed/compaction-scheduler.ts'
import { getRxStoragePacked } from './packed/packed-storage.ts'
import type { Companion } from './packed/packed-store.ts'
import type { TakeSheets } from './packed/packed-scan.ts'
import type { PackedSizes } from './packed/store-sizes.ts'
import type { PackedDocument } from './packed/packed-tables.ts'
import { groupOfCollection, rowLayouts, rowsCollection, rowToDocument, rowToNewDocument } from './rows/row-layout.ts'
import { type RowChange, type RowListener, RowNews } from './rows/row-news.ts'

export type LocalStorage = RxStorage<PackedInternals, object>

/** Checkpoints stored in the rows' transaction: `whole` if all given rows are in it, `part` if more follow; undefined stores none. */
export type ReachedWith = { whole: Checkpoint; part: Checkpoint | undefined }
export type RowWrite = { previous: StoredRow | undefined; row: Row; isDeleted: boolean }

/** One user's collections on this device, without RxDB's document objects. */
export type LocalDatabase = {
  readonly collections: readonly CollectionName[]
  find: (collection: CollectionName, ids: readonly string[]) => Promise<Map<string, StoredRow>>
  /**
   * Writes rows believed new and takes over the objects. Returns the stored rows of known ids, deleted ones too,
   * unchanged; if there are any, `part` is stored.
   */
  insert: (collection: CollectionName, rows: readonly Row[], reached?: Partial<ReachedWith>) => Promise<StoredRow[]>
  /**
   * `reached` is stored in the same transaction, or alone if there are no rows.
   * @throws if a stored row differs from `previous`, which the write lock should prevent
   */
  write: (collection: CollectionName, writes: readonly RowWrite[], reached?: Checkpoint) => Promise<void>
  /** Guarded values removed from server rows must leave other tables too: soon, or at the next start. */
  noteForgotten: (collection: CollectionName) => Promise<void>
  /**
   * Living rows in batches; those of one shop mostly in list order. `takeSheets` gets, once and first, the stored
   * columns; their rows do not come as rows.
   */
  scan: (collection: CollectionName, options?: { shopId?: string; batch?: number; takeSheets?: TakeSheets }) => AsyncGenerator<Row[]>
  /** Living rows of the shop created in the range, in batches. */
  scanCreated: (collection: CollectionName, shopId: string, range: DayRange) => AsyncGenerator<Row[]>
  count: (collection: CollectionName, shopId: string) => Promise<number>
  listShops: () => Promise<ReadonlySet<string>>
  /** Living rows whose indexed field equals the value. */
  findBy: (collection: CollectionName, field: string, value: string) => Promise<Row[]>
  findByMany: (collection: CollectionName, field: string, values: readonly string[]) => Promise<Row[]>
  /** Removes deleted rows from the disk; with `before`, only those deleted earlier. */
  purge: (collection: CollectionName, before?: Date) => Promise<void>
  readCheckpoint: (collection: CollectionName) => Promise<Checkpoint>
  readCheckpoints: () => Promise<ReadonlyMap<string, Checkpoint>>
  saveCheckpoint: (collection: CollectionName, checkpoint: Checkpoint) => Promise<void>
  watch: (listener: RowListener) => () => void
  /** Reopens a database that the browser closed. */
  reopen: () => Promise<void>
  close: () => Promise<void>
}

export const rowsDatabaseName = (userId: string): string => `mainspring-rows-${userId}`

const writeContext = 'mainspring-write'

type LocalCollection = RxCollection<StoredRow>

/** The fields that RxDB must know; zod validates the others in the write path. */
const rowsSchema: RxJsonSchema<StoredRow> = {
  title: rowsCollection,
  version: 0,
  primaryKey: 'rowKey',
  type: 'object',
  properties: { rowKey: { type: 'string', maxLength: 80 }, id: { type: 'string', maxLength: 36 }, shopId: { type: 'string', maxLength: 36 } },
  required: ['rowKey', 'id', 'shopId'],
}

type LocalOptions = {
  userId: string
  storage: LocalStorage
  collections: readonly CollectionName[]
  openChannel?: Ports['openChannel']
  /** Removes guarded values that rows gave up from other tables. Called at idle time. */
  forgetBeside?: () => Promise<void>
}

export async function openLocalDatabase({
  userId,
  storage,
  collections,
  openChannel = openBrowserChannel,
  forgetBeside: beside = async () => undefined,
}: LocalOptions): Promise<LocalDatabase> {
  const database: RxDatabase<Record<typeof rowsCollection, LocalCollection>> = await createRxDatabase({
    name: rowsDatabaseName(userId),
    storage,
    // RowNews tells the other tabs.
    multiInstance: false,
    eventReduce: false,
    closeDuplicates: true,
  })
  let rows: LocalCollection
  try {
    await database.addCollections({ [rowsCollection]: { schema: rowsSchema } })
    rows = database.collections[rowsCollection]
  } catch (error) {
    await database.close().catch(() => undefined)
    throw error
  }
  const instance = rows.storageInstance as RxStorageInstance<StoredRow, PackedInternals, object>
  const { store, scan } = instance.internals
  const keeper = new CompactionScheduler(store, { groups: collections.filter(hasGuarded).map(groupOfCollection), beside })
  keeper.noteOpening()
  const held = new Set(collections)
  const groupOf = (name: CollectionName): string => {
    if (!held.has(name)) throw new RangeError(`This device does not hold ${name}`)
    return groupOfCollection(name)
  }
  const { tables } = store
  const toCompanion = (name: CollectionName, reached: Partial<ReachedWith>, onStored?: (isWhole: boolean) => void): Companion => ({
    tables: [tables.checkpoints],
    async store(isWhole) {
      onStored?.(isWhole)
      const checkpoint = isWhole ? reached.whole : reached.part
      if (checkpoint !== undefined) await putCheckpoints(tables, name, checkpoint)
    },
  })
  const bulkWrite = async (name: CollectionName, writes: BulkWriteRow<StoredRow>[], whole: Checkpoint | undefined, isForgotten: boolean) => {
    let isWholeStored = false
    const reaching = toCompanion(name, { whole }, (isWhole) => (isWholeStored = isWhole))
    const companion = isForgotten ? notingForgotten(store, groupOf(name), reaching) : reaching
    const answer = await store.accompany(writes[0]?.document.rowKey ?? '', companion, () => instance.bulkWrite(writes, writeContext))
    // RxDB writes restored rows in a second step.
    if (answer.error.length === 0 && !isWholeStored && whole !== undefined) await saveCheckpoints(tables, name, whole)
    keeper.noteWrite()
    return answer
  }
  const find: LocalDatabase['find'] = async (name, ids) => {
    groupOf(name)
    if (ids.length === 0) return new Map()
    const found = await instance.findDocumentsById(
      ids.map((id) => rowKey(name, id)),
      true,
    )
    return new Map(found.map((document) => [document.id, document]))
  }
  const revision = createRevision(database.token)
  const listeners = new Set<RowListener>()
  const tell: RowListener = (name, changes) => {
    if (held.has(name)) for (const listener of listeners) listener(name, changes)
  }
  const news = new RowNews({ channel: openChannel(rowsDatabaseName(userId)), find, tell, onHeard: () => keeper.noteHeard() })
  const toStored = (document: PackedDocument): StoredRow => document as unknown as StoredRow
  const toRow = (document: PackedDocument): Row => ('_meta' in document ? storedToRow(toStored(document)) : document)
  async function* toRows(batches: AsyncGenerator<PackedDocument[]>): AsyncGenerator<Row[]> {
    for await (const batch of batches) yield batch.map(toRow)
  }

  const findByMany: LocalDatabase['findByMany'] = async (name, field, values) => (await scan.findBy(groupOf(name), field, values)).map(toRow)

  // Open early; the first reader gets the error.
  store.read(async () => undefined).catch(() => undefined)

  return {
    collections,
    find,

    async insert(name, given, reached = {}) {
      const group = groupOf(name)
      if (given.length === 0) return []
      const documentByKey = new Map(given.map((row) => [rowKey(name, row.id), rowToNewDocument(name, row, revision)]))
      const known = await store.insert(group, documentByKey, toCompanion(name, reached))
      keeper.noteWrite()
      for (const document of known) documentByKey.delete(toStored(document).rowKey)
      news.tellAdded(name, [...documentByKey.values()])
      return known.map(toStored)
    },

    async write(name, writes, reached) {
      groupOf(name)
      const inserts = writes.filter(({ previous, isDeleted }) => previous === undefined && !isDeleted)
      const updates = writes.filter(({ previous }) => previous !== undefined)
      const documents: BulkWriteRow<StoredRow>[] = [
        ...inserts.map(({ row }) => ({ document: rowToDocument(name, row, false) })),
        ...updates.map(({ previous, row, isDeleted }) => ({
          ...(previous !== undefined && { previous }),
          document: rowToDocument(name, row, isDeleted, previous),
        })),
      ]
      if (documents.length === 0) return reached && saveCheckpoints(store.tables, name, reached)
      const isForgotten = writes.some((write) => givesUpGuarded(name, write))
      const { error: errors } = await bulkWrite(name, documents, reached, isForgotten)
      const failed = new Set(errors.map(({ documentId }) => documentId))
      news.tellChanged(name, documents.filter(({ document }) => !failed.has(document.rowKey)).map(toChange))
      if (errors[0] !== undefined) throw writeFailure(errors[0])
    },

    noteForgotten: (name) => keeper.noteForgotten(groupOf(name)),
    scan: (name, { shopId, batch, takeSheets } = {}) => toRows(scan.scan(groupOf(name), { part: shopId }, { batch, isPlain: true, takeSheets })),

    scanCreated: (name, shopId, { fromInstant, toInstantExclusive }) =>
      toRows(scan.scan(groupOf(name), { part: shopId, from: fromInstant ?? undefined, until: toInstantExclusive ?? undefined }, { isPlain: true })),

    count: (name, shopId) => scan.count(groupOf(name), shopId),
    listShops: () => scan.listParts(collections.map(groupOf)),
    findBy: (name, field, value) => findByMany(name, field, [value]),
    findByMany,

    async purge(name, before) {
      const group = groupOf(name)
      const isMeant = ({ _meta }: PackedDocument): boolean => before === undefined || _meta.lwt < before.getTime()
      if (await store.purge(group, isMeant)) return
      // Segments may still hold earlier states of deleted rows.
      await keeper.compact(group)
      await store.purge(group, isMeant)
    },

    readCheckpoint: async (name) => readCheckpoints(store.tables, name),
    readCheckpoints: async () => readAllCheckpoints(store.tables),
    saveCheckpoint: (name, checkpoint) => saveCheckpoints(store.tables, name, checkpoint),

    watch: (listener) => watchSet(listeners, listener),

    async reopen() {
      if (!store.tables.isOpen()) await store.tables.open()
      store.forget()
    },

    async close() {
      news.close()
      await keeper.close()
      await database.close()
    },
  }
}

/**
 * Checkpoints are in the rows' database and are written with or after the rows. Durability is relaxed, but a power cut
 * never leaves a checkpoint ahead of its rows; if the browser removes the database, rows are pulled again.
 */
export function rowStorage(version: number = localVersion, sizes?: PackedSizes): LocalStorage {
  const packed = getRxStoragePacked({ version, sizes, layouts: () => rowLayouts })
  // In memory: RxDB's metadata must not make a broken row database block the device.
  const notes = getRxStorageForNotes()
  return {
    ...packed,
    createStorageInstance: (params) =>
      params.collectionName === rowsCollection ? packed.createStorageInstance(params) : (notes.createStorageInstance(params) as never),
  }
}

const toChange = ({ document, previous }: BulkWriteRow<StoredRow>): RowChange => ({
  id: document.id,
  row: document._deleted ? undefined : document,
  previous: previous === undefined || previous._deleted ? undefined : previous,
})

const writeFailure = ({ status, documentId }: { status: number; documentId: string }): Error => new Error(`Could not store ${documentId} (${status})`)
