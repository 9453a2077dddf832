import type { Checkpoint, MutationResult } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import type { BaseRow, OutboxEntry, RefusedEntry } from '../storage/unsent-store.ts'
import type { LocalDatabase, ReachedWith, RowWrite } from '../storage/row-database.ts'
import type { Outbox } from './outbox.ts'
import type { TakenNote } from './sent.ts'
import { isLiving, rebaseRow } from '../rows/rebase.ts'
import { baseGivesUpGuarded, hasGuarded } from '../rows/guarded-values.ts'
import {
  isKnownKey,
  keyToRef,
  type Row,
  type RowKey,
  rowKey,
  rowsAreEqual,
  type ServerRow,
  type StoredRow,
  storedToRow,
  wireToServerRow,
} from '../rows/rows.ts'

/** Writes rows of the server and of the outbox to the local database. Call everything inside the write lock. */
export type LocalState = { database: LocalDatabase; outbox: Outbox }

/**
 * `isFresh`: the shop's first pull, so its rows are probably unknown. `inDoubt`: rows left as shown until their waiting
 * changes are answered. `reached`: the checkpoint, stored in the transaction of the last rows; if that is not the first
 * transaction, `part` is stored in the first.
 */
type PulledPage = { isFresh: boolean; inDoubt: ReadonlySet<RowKey>; reached: ReachedWith | undefined }

/** Applies pulled documents of one collection, skipping outdated ones. Resolves to the keys of rows left as shown. */
export async function applyPulled(
  localState: LocalState,
  collection: CollectionName,
  documents: readonly WireDocument[],
  { isFresh, inDoubt, reached }: PulledPage,
): Promise<RowKey[]> {
  const { database, outbox } = localState
  const clean: ServerRow[] = []
  const dirty: ServerRow[] = []
  const leftOut: RowKey[] = []
  for (const document of documents) {
    const key = rowKey(collection, document.id)
    if (inDoubt.has(key) && document._deleted !== true && showsByItself(outbox, collection, key)) {
      leftOut.push(key)
      continue
    }
    const isDirty = !outbox.isEmpty && outbox.isDirty(key)
    ;(isDirty ? dirty : clean).push(wireToServerRow(collection, document))
  }
  if (dirty.length > 0) await applyDirty(localState, collection, dirty, reached)
  if (isFresh) await applyFresh(database, collection, clean, reached)
  else await applyClean(database, collection, clean, reached?.whole)
  return leftOut
}

/** True if the row can be shown without the page: it has a base, or was created here. */
const showsByItself = (outbox: Outbox, collection: CollectionName, key: RowKey): boolean =>
  outbox.isWaiting(key) && isLiving(rebaseRow(outbox.baseOf(key), key, collection, outbox.mutationsOf(key)))

/** Inserts without a look-up; existing rows come back as conflicts. */
async function applyFresh(database: LocalDatabase, collection: CollectionName, rows: readonly ServerRow[], reached: ReachedWith | undefined): Promise<void> {
  const living = rows.flatMap(({ row }) => row ?? [])
  const isAll = living.length > 0 && living.length === rows.length
  const known = await database.insert(collection, living, isAll ? reached : { whole: reached?.part, part: reached?.part })
  if (isAll && known.length === 0) return
  const knownIds = new Set(known.map(({ id }) => id))
  const rest = rows.filter(({ id, row }) => row === null || knownIds.has(id))
  await applyClean(database, collection, rest, reached?.whole)
}

async function applyClean(database: LocalDatabase, collection: CollectionName, rows: readonly ServerRow[], reached: Checkpoint | undefined): Promise<void> {
  const storedById = await database.find(
    collection,
    rows.map(({ id }) => id),
  )
  const writes = rows.flatMap((incoming) => serverRowToWrite(incoming, storedById.get(incoming.id)) ?? [])
  await database.write(collection, writes, reached)
}

function serverRowToWrite(incoming: ServerRow, stored: StoredRow | undefined): RowWrite | undefined {
  if (incoming.row === null) {
    // Ignore tombstones of unknown rows.
    if (stored === undefined || stored._deleted || (incoming.seq ?? stored.seq) < stored.seq) return undefined
    return { previous: stored, row: { ...storedToRow(stored), seq: incoming.seq ?? stored.seq }, isDeleted: true }
  }
  if (stored !== undefined && stored.seq >= incoming.row.seq) return undefined
  return { previous: stored, row: incoming.row, isDeleted: false }
}

async function applyDirty(
  { database, outbox }: LocalState,
  collection: CollectionName,
  rows: readonly ServerRow[],
  reached: ReachedWith | undefined,
): Promise<void> {
  const bases: BaseRow[] = []
  for (const { id, row, seq } of rows) {
    const key = rowKey(collection, id)
    const known = outbox.baseOf(key)
    if (known != null && seq !== undefined && seq <= known.seq) continue
    bases.push({ key, row })
  }
  if (bases.length === 0) return
  if (reached?.part !== undefined) await database.saveCheckpoint(collection, reached.part)
  if (bases.some(({ key, row }) => baseGivesUpGuarded(collection, outbox.baseOf(key), row))) await database.noteForgotten(collection)
  await outbox.putBases(bases)
  await reconcile(
    { database, outbox },
    bases.map(({ key }) => key),
  )
}

/** The server's state of the given rows that are not dirty yet. */
export async function readBases({ database, outbox }: LocalState, keys: readonly RowKey[]): Promise<BaseRow[]> {
  const clean = [...new Set(keys)].filter((key) => isKnownKey(key) && !outbox.isDirty(key))
  const bases: BaseRow[] = []
  for (const [collection, group] of Map.groupBy(clean, (key) => keyToRef(key).collection)) {
    if (!database.collections.includes(collection)) continue
    const storedById = await database.find(
      collection,
      group.map((key) => keyToRef(key).id),
    )
    for (const key of group) {
      const stored = storedById.get(keyToRef(key).id)
      if (stored !== undefined) bases.push({ key, row: stored._deleted ? null : storedToRow(stored) })
    }
  }
  return bases
}

/**
 * Resets the sequence numbers of a shop's bases, which may be of an ended feed epoch, so that any server row counts as
 * newer. `collection`: only its rows.
 */
export async function outdateBases({ outbox }: LocalState, shopId: string, collection?: CollectionName): Promise<void> {
  const bases = outbox.dirtyKeys().flatMap((key) => {
    const base = outbox.baseOf(key)
    const isMeant = base != null && base.seq !== 0 && base.shopId === shopId && (collection === undefined || key === rowKey(collection, base.id))
    return isMeant ? [{ key, row: { ...base, seq: 0 } }] : []
  })
  if (bases.length > 0) await outbox.putBases(bases)
}

/** Rebuilds rows from base and waiting mutations, and drops bases without waiting ones. */
export async function reconcile(localState: LocalState, keys: readonly RowKey[]): Promise<void> {
  await writeRows(localState, keys)
  await localState.outbox.dropBases(keys.filter((key) => !localState.outbox.isWaiting(key)))
}

/** Applies the answers to a push. After a crash in between, the next start rebuilds rows from their bases. */
export async function settle(
  localState: LocalState,
  results: readonly MutationResult[],
  toRefused: (entry: OutboxEntry, result: MutationResult) => RefusedEntry,
  noteOf?: (id: string) => TakenNote | undefined,
): Promise<void> {
  const { database, outbox } = localState
  // Note this before storing the answers, so that after a crash the next start continues.
  for (const collection of findGivingUp(outbox, results)) await database.noteForgotten(collection)
  let reading: ReturnType<typeof readStored> | undefined
  // Read the rows in parallel with storing the answers; under the lock nothing else changes them.
  const { keys, refusedKeys } = await outbox.settle(results, toRefused, noteOf, (all) => {
    reading = readStored(database, all)
    reading.catch(() => undefined)
  })
  const isDue = (key: RowKey): boolean => refusedKeys.has(key) || outbox.late.isDue(key)
  outbox.late.putOff(keys.filter((key) => !isDue(key)))
  await writeRows(localState, keys.filter(isDue), await reading)
  await outbox.releaseBases(keys)
}

/** Collections where the answers remove values that this device must not keep, from rows that already show the change. */
function findGivingUp(outbox: Outbox, results: readonly MutationResult[]): ReadonlySet<CollectionName> {
  const found = new Set<CollectionName>()
  for (const { collection, document } of results.flatMap(({ documents }) => documents)) {
    // Most collections have none; skip the look-up.
    if (!isCollectionName(collection) || !hasGuarded(collection)) continue
    const before = outbox.baseOf(rowKey(collection, document.id))
    if (baseGivesUpGuarded(collection, before, wireToServerRow(collection, document).row)) found.add(collection)
  }
  return found
}

/** Rebuilds the rows that were postponed while more answers were due. */
export const makeLateRows = (localState: LocalState): Promise<void> => writeRows(localState, localState.outbox.late.keys())

type StoredById = Map<string, StoredRow>

async function writeRows({ database, outbox }: LocalState, keys: readonly RowKey[], read?: Map<CollectionName, StoredById>): Promise<void> {
  const storedByCollection = read ?? (await readStored(database, keys))
  const groups = [...groupByCollection(database, keys)].map(([collection, group]) => {
    const storedById = storedByCollection.get(collection)
    return { collection, writes: group.flatMap((key) => rowToWrite(outbox, collection, key, storedById?.get(keyToRef(key).id)) ?? []) }
  })
  for (const { collection, writes } of groups) await database.write(collection, writes)
  outbox.late.noteMade(keys)
}

async function readStored(database: LocalDatabase, keys: readonly RowKey[]): Promise<Map<CollectionName, StoredById>> {
  const read = async ([collection, group]: [CollectionName, RowKey[]]): Promise<[CollectionName, StoredById]> => [
    collection,
    await database.find(
      collection,
      group.map((key) => keyToRef(key).id),
    ),
  ]
  return new Map(await Promise.all([...groupByCollection(database, keys)].map(read)))
}

/** Skips collections that this version does not know or this device does not hold. */
function groupByCollection(database: LocalDatabase, keys: readonly RowKey[]): Map<CollectionName, RowKey[]> {
  const groups = Map.groupBy(new Set(keys.filter(isKnownKey)), (key) => keyToRef(key).collection)
  return new Map([...groups].filter(([collection]) => database.collections.includes(collection)))
}

function rowToWrite(outbox: Outbox, collection: CollectionName, key: RowKey, stored: StoredRow | undefined): RowWrite | undefined {
  const base = outbox.baseOf(key)
  const mutations = outbox.mutationsOf(key)
  // Without base and mutations, the row is as pulled.
  if (base === undefined && mutations.length === 0) return undefined
  const target = rebaseRow(base, key, collection, mutations)
  const content: Row | undefined = target.row ?? (stored === undefined ? undefined : storedToRow(stored))
  if (content === undefined) return undefined
  if (!isLiving(target)) return stored === undefined || stored._deleted ? undefined : { previous: stored, row: content, isDeleted: true }
  if (stored !== undefined && !stored._deleted && rowsAreEqual(collection, stored, target.row)) return undefined
  return { previous: stored, row: target.row, isDeleted: false }
}
