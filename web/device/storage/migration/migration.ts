import { Dexie } from 'dexie'
import { collectionByName, type CollectionName } from '#schema/collections/index.ts'
import { jsonEquals } from '#schema/values/merge.ts'
import { type DeviceStore, readMeta, writeMeta } from '../unsent-store.ts'
import { formerRowsPrefix, rowsDatabaseName } from '../row-database.ts'
import { collectionToShape, type RowShape } from '../local-version.ts'

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
  const names = await Dexie.getDatabaseNames()
  const formerNames = names.filter((name) => name.startsWith(formerRowsPrefix(userId)))
  const due = collections.filter((name) => !shapesAreEqual(record.shapes[name], shapes[name]))
  if (due.length === 0 && record.version === version && formerNames.length === 0) return
  // On a new device there is nothing to move, and opening the database of rows is left to who works with it.
  const isStored = names.includes(rowsDatabaseName(userId))
  const isMoveDue = formerNames.length > 0 || (due.length > 0 && (isStored || (await store.bases.count()) > 0))
  const isLackingByName = new Map(collections.map((name) => [name, lacksValues(record.shapes[name], shapes[name])]))
  const move = {
    userId,
    store,
    version,
    collections,
    onProgress,
    due,
    isStored,
    formerNames,
    isLacking: (name: CollectionName) => isLackingByName.get(name) === true,
  }
  // Few starts move anything: what does it comes when it is needed.
  const former = isMoveDue ? await (await import('./move-rows.ts')).moveRows(move) : undefined
  await writeMeta(store, recordKey, { version, shapes: { ...record.shapes, ...shapes } } satisfies RowsRecord)
  await former?.remove()
}

/** True when a row may lack what the server knows: a field came, or holds another kind of value now. */
const lacksValues = (before: RowShape | undefined, after: RowShape | undefined): boolean =>
  Object.entries(after?.fields ?? {}).some(([name, { type }]) => JSON.stringify(before?.fields[name]?.type) !== JSON.stringify(type))

const shapesAreEqual = (one: RowShape | undefined, other: RowShape | undefined): boolean => one !== undefined && other !== undefined && jsonEquals(one, other)
