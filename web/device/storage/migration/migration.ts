import { Dexie, type Table } from 'dexie'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import { jsonEquals } from '#schema/values/merge.ts'
import { type BaseRow, type DeviceStore, readMeta, writeMeta } from '../unsent-store.ts'
import { toStart } from '../checkpoint-marks.ts'
import { type CheckpointEntry, checkpointTableName } from '../rows/checkpoint-table.ts'
import { rowsDatabaseName, rxdbNotesName } from '../row-database.ts'
import { collectionToShape, type RowShape } from '../local-version.ts'
import { fitRow, fitStoredRow, type RawRow } from './migration-rows.ts'
import { isKnownKey, keyToRef } from '../../rows/rows.ts'

/** What the rows on this device look like. */
type RowsRecord = { version: number; shapes: Partial<Record<CollectionName, RowShape>> }

const recordKey = 'rows'

/** Rows of one transaction: a tenth of a second, so that the page stays alive. */
const chunkSize = 1_000

export type MigrationOptions = {
  userId: string
  store: DeviceStore
  version: number
  collections: readonly CollectionName[]
  onProgress: (done: number, total: number) => void
}

/**
 * Brings the rows of an older version of the app into the shape that this one declares, in place, so that they show also
 * without a network; bases too, while what waits, was refused or drafted stays as it was written. Runs after the device's
 * store is open and before RxDB opens anything. Each step may be done again: after a crash anywhere the next start goes on.
 */
export async function migrateRows({ userId, store, version, collections, onProgress }: MigrationOptions): Promise<void> {
  const record: RowsRecord = (await readMeta<RowsRecord>(store, recordKey)) ?? { version: 0, shapes: {} }
  const shapes = Object.fromEntries(collections.map((name) => [name, collectionToShape(collectionByName[name])]))
  const due = collections.filter((name) => !shapesAreEqual(record.shapes[name], shapes[name]))
  if (due.length === 0 && record.version === version) return
  const present = new Set(await Dexie.getDatabaseNames())
  if (present.has(rxdbNotesName(userId))) await withTables(rxdbNotesName(userId), (database) => database.table('docs').clear())
  const changes = due.map((name) => ({ name, databaseName: rowsDatabaseName(userId, name), isLacking: lacksValues(record.shapes[name], shapes[name]) }))
  const held = changes.filter(({ databaseName }) => present.has(databaseName))
  const counts = await Promise.all(held.map(({ databaseName }) => withTables(databaseName, (database) => database.table('docs').count())))
  const total = counts.reduce((sum, count) => sum + count, 0)
  let done = 0
  for (const { name, databaseName, isLacking } of held) {
    await withTables(databaseName, async (database) => {
      if (isLacking) await askAgainFromStart(database)
      await migrateCollection(database, name, isLacking, (count) => {
        done += count
        onProgress(done, total)
      })
    })
  }
  await migrateBases(store, new Map(changes.map(({ name, isLacking }) => [name, isLacking])))
  await writeMeta(store, recordKey, { version, shapes: { ...record.shapes, ...shapes } } satisfies RowsRecord)
}

/**
 * The server holds values that this device never took: those of fields it did not know, or kept in another way. The rows stay,
 * and are asked for again. What tells one life of the feed from another stays too: a server that was restored or set back still gives itself away.
 */
async function askAgainFromStart(database: Dexie): Promise<void> {
  const checkpoints: Table<CheckpointEntry, string> = database.table(checkpointTableName)
  await checkpoints.bulkPut((await checkpoints.toArray()).map(({ shopId, ...checkpoint }) => ({ shopId, ...toStart(checkpoint) })))
}

async function migrateCollection(database: Dexie, name: CollectionName, isLacking: boolean, onRows: (count: number) => void): Promise<void> {
  const rows: Table<RawRow, string> = database.table('docs')
  for (let after = ''; ;) {
    const chunk = await rows.where(':id').above(after).limit(chunkSize).toArray()
    const last = chunk.at(-1)
    if (last === undefined) return
    const changed = chunk.flatMap((row) => fitStoredRow(name, row, isLacking) ?? [])
    if (changed.length > 0) await rows.bulkPut(changed)
    onRows(chunk.length)
    after = last.id
  }
}

async function migrateBases({ bases }: DeviceStore, isLackingByName: ReadonlyMap<CollectionName, boolean>): Promise<void> {
  const changed: BaseRow[] = []
  await bases.each(({ key, row }) => {
    const name = isKnownKey(key) ? keyToRef(key).collection : undefined
    const isLacking = name === undefined ? undefined : isLackingByName.get(name)
    if (name === undefined || isLacking === undefined || row === null) return
    changed.push({ key, row: fitRow(name, row, isLacking) })
  })
  if (changed.length > 0) await bases.bulkPut(changed)
}

/** True when a row may lack what the server knows: a field came, or holds another kind of value now. */
const lacksValues = (before: RowShape | undefined, after: RowShape | undefined): boolean =>
  Object.entries(after?.fields ?? {}).some(([name, { type }]) => JSON.stringify(before?.fields[name]?.type) !== JSON.stringify(type))

const shapesAreEqual = (one: RowShape | undefined, other: RowShape | undefined): boolean => one !== undefined && other !== undefined && jsonEquals(one, other)

/** Opens a database as it is, whatever its version. */
async function withTables<T>(name: string, run: (database: Dexie) => PromiseLike<T>): Promise<T> {
  const database = new Dexie(name, { chromeTransactionDurability: 'relaxed' })
  await database.open()
  try {
    return await run(database)
  } finally {
    database.close()
  }
}
