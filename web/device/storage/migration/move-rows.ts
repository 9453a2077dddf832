import { type CollectionName, collectionNames } from '#schema/collections/index.ts'
import { isKnownKey, keyToRef, storedToRow, type StoredRow } from '../../rows/rows.ts'
import { toStart } from '../checkpoint-marks.ts'
import { PackedCompaction } from '../packed/packed-compaction.ts'
import { sharePackedDatabase } from '../packed/packed-database.ts'
import type { PackedStore } from '../packed/packed-store.ts'
import type { PackedDocument } from '../packed/packed-tables.ts'
import { defaultPackedSizes } from '../packed/store-sizes.ts'
import { rowsDatabaseName } from '../row-database.ts'
import { readAllCheckpoints, readCheckpoints, saveCheckpoints } from '../rows/checkpoint-table.ts'
import { groupOfCollection, rowLayouts, rowsCollection, rowToDocument } from '../rows/row-layout.ts'
import type { BaseRow, DeviceStore } from '../unsent-store.ts'
import { FormerRows } from './former-rows.ts'
import type { MigrationOptions } from './migration.ts'
import { fitRow } from './migration-rows.ts'

type Move = MigrationOptions & {
  /** Collections whose rows lie in another shape. */
  due: readonly CollectionName[]
  /** Whether the packed database is here. */
  isStored: boolean
  /** Databases of versions before 5. */
  formerNames: readonly string[]
  /** True for a collection whose rows may lack what the server knows. */
  isLacking: (name: CollectionName) => boolean
}

/** Moves rows and bases into the present shape. Answers the databases of before, which may go once that is noted. */
export async function moveRows(move: Move): Promise<FormerRows | undefined> {
  const { userId, store, due, isStored, formerNames, isLacking } = move
  const former = formerNames.length === 0 ? undefined : new FormerRows(userId, formerNames)
  if (former !== undefined || isStored) await migrateStored(move, former)
  await migrateBases(store, new Map(due.map((name) => [name, isLacking(name)])))
  return former
}

async function migrateStored({ userId, version, collections, onProgress, due, isLacking }: Move, former: FormerRows | undefined): Promise<void> {
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
