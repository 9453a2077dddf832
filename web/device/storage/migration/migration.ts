import { Dexie } from 'dexie'
import { collectionByName, type CollectionName, collectionNames } from '#schema/collections/index.ts'
import { jsonEquals } from '#schema/values/merge.ts'
import { type BaseRow, type DeviceStore, readMeta, writeMeta } from '../unsent-store.ts'
import { toStart } from '../checkpoint-marks.ts'
import { readAllCheckpoints, readCheckpoints, saveCheckpoints } from '../rows/checkpoint-table.ts'
import { rowsDatabaseName } from '../row-database.ts'
import { groupOfCollection, rowLayouts, rowsCollection, rowToDocument } from '../rows/row-layout.ts'
import { collectionToShape, type RowShape } from '../local-version.ts'
import { PackedCompaction } from '../packed/packed-compaction.ts'
import { sharePackedDatabase } from '../packed/packed-database.ts'
import type { PackedStore } from '../packed/packed-store.ts'
import { defaultPackedSizes } from '../packed/store-sizes.ts'
import type { PackedDocument } from '../packed/packed-tables.ts'
import { FormerRows } from './former-rows.ts'
import { fitRow } from './migration-rows.ts'
import { isKnownKey, keyToRef, storedToRow, type StoredRow } from '../../rows/rows.ts'

/** What the rows on this device look like. */
type RowsRecord = { version: number; shapes: Partial<Record<CollectionName, RowShape>> }

const recordKey = 'rows'

export type MigrationOptions = {
  userId: string
  store: DeviceStore
  version: number
  collections: readonly CollectionName[]
  onProgress: (done: number, total: number) => void
}

/**
 * Brings the rows of an older version of the app into the shape that this one declares, and those of versions before 5 out of
 * their databases into the packed one, so that they show also without a network; bases too, while what waits, was refused or
 * drafted stays as it was written. Runs after the device's store is open and before RxDB opens anything. Each step may be done
 * again: after a crash anywhere the next start goes on.
 */
export async function migrateRows({ userId, store, version, collections, onProgress }: MigrationOptions): Promise<void> {
  const record: RowsRecord = (await readMeta<RowsRecord>(store, recordKey)) ?? { version: 0, shapes: {} }
  const shapes = Object.fromEntries(collections.map((name) => [name, collectionToShape(collectionByName[name])]))
  const former = await FormerRows.find(userId)
  const due = collections.filter((name) => !shapesAreEqual(record.shapes[name], shapes[name]))
  if (due.length === 0 && record.version === version && former === undefined) return
  const isLackingByName = new Map(collections.map((name) => [name, lacksValues(record.shapes[name], shapes[name])]))
  const isLacking = (name: CollectionName): boolean => isLackingByName.get(name) === true
  // On a new device there is nothing to move, and opening the database of rows is left to who works with it.
  if (former !== undefined || (await Dexie.getDatabaseNames()).includes(rowsDatabaseName(userId)))
    await migrateStored({ userId, version, collections, onProgress }, former, due, isLacking)
  await migrateBases(store, new Map(due.map((name) => [name, isLacking(name)])))
  await writeMeta(store, recordKey, { version, shapes: { ...record.shapes, ...shapes } } satisfies RowsRecord)
  await former?.remove()
}

async function migrateStored(
  { userId, version, collections, onProgress }: Omit<MigrationOptions, 'store'>,
  former: FormerRows | undefined,
  due: readonly CollectionName[],
  isLacking: (name: CollectionName) => boolean,
): Promise<void> {
  const shared = sharePackedDatabase(`migration-${userId}`, rowsDatabaseName(userId), { version, sizes: defaultPackedSizes })
  const packed = shared.store
  packed.declare(rowsCollection, rowLayouts)
  try {
    const counts = await packed.read(async () => new Map(collectionNames.map((name) => [name, countRows(packed, name)])))
    const total = (await former?.count(collections)) ?? due.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
    let done = 0
    const onRows = (count: number): void => onProgress((done += count), total)
    for (const name of collections) await former?.move(packed, name, isLacking(name), onRows)
    if (former === undefined) {
      const checkpoints = await readAllCheckpoints(packed.tables)
      const held = due.filter((name) => (counts.get(name) ?? 0) > 0 || (isLacking(name) && checkpoints.has(name)))
      for (const name of held) await migrateCollection(packed, name, isLacking(name), onRows)
    }
  } finally {
    shared.leave()
  }
}

function countRows({ directory }: PackedStore, name: CollectionName): number {
  const { heads, overlay } = directory.group(groupOfCollection(name))
  const unpacked = [...overlay.values()].filter(({ masks }) => masks === null).length
  return heads.reduce((sum, { count }) => sum + count, unpacked)
}

/**
 * The server holds values that this device never took: those of fields it did not know, or kept in another way. The rows stay,
 * and are asked for again. What tells one life of the feed from another stays too: a server that was restored or set back still gives itself away.
 */
async function migrateCollection(packed: PackedStore, name: CollectionName, isLacking: boolean, onRows: (count: number) => void): Promise<void> {
  if (isLacking) {
    const reached = Object.entries(await readCheckpoints(packed.tables, name)).map(([shopId, checkpoint]) => [shopId, toStart(checkpoint)] as const)
    await saveCheckpoints(packed.tables, name, Object.fromEntries(reached))
  }
  const toFitting = (document: PackedDocument): PackedDocument => {
    const stored = document as unknown as StoredRow
    return rowToDocument(name, fitRow(name, storedToRow(stored), isLacking), stored._deleted, stored)
  }
  const nothingWaits = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
  await new PackedCompaction(packed, nothingWaits).rewrite(groupOfCollection(name), toFitting, onRows)
}

async function migrateBases({ bases }: DeviceStore, isLackingByName: ReadonlyMap<CollectionName, boolean>): Promise<void> {
  const toFitting = ({ key, row }: BaseRow): BaseRow => {
    const name = isKnownKey(key) ? keyToRef(key).collection : undefined
    const isLacking = name === undefined ? undefined : isLackingByName.get(name)
    return { key, row: name === undefined || isLacking === undefined || row === null ? row : fitRow(name, row, isLacking) }
  }
  if (isLackingByName.size === 0) return
  const records = await bases.toArray()
  if (records.length > 0) await bases.bulkPut(records.map((record) => ('rows' in record ? { ...record, rows: record.rows.map(toFitting) } : toFitting(record))))
}

/** True when a row may lack what the server knows: a field came, or holds another kind of value now. */
const lacksValues = (before: RowShape | undefined, after: RowShape | undefined): boolean =>
  Object.entries(after?.fields ?? {}).some(([name, { type }]) => JSON.stringify(before?.fields[name]?.type) !== JSON.stringify(type))

const shapesAreEqual = (one: RowShape | undefined, other: RowShape | undefined): boolean => one !== undefined && other !== undefined && jsonEquals(one, other)
