import type { Checkpoint, MutationResult } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import { type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import type { BaseRow, OutboxEntry, RefusedEntry } from '../storage/unsent-store.ts'
import type { LocalDatabase, ReachedWith, RowWrite } from '../storage/row-database.ts'
import type { Renumbered } from '../numbers/renumbered.ts'
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

/** Brings rows of the server and of the outbox into the local database. Every call happens inside the write lock. */
export type LocalState = { database: LocalDatabase; outbox: Outbox }

/**
 * `isFresh`: the shop is fetched for the first time, so its rows are most likely unknown. `inDoubt`: rows that are left as they show, for
 * the answer to what waits for them. `reached`: stored in the transaction of the last rows; where that is not the first either, `part` is
 * stored in that of the first.
 */
export type PulledPage = { isFresh: boolean; inDoubt: ReadonlySet<RowKey>; reached: ReachedWith | undefined }

/**
 * Pulled documents of one collection. Stale ones (a page that was on its way while a newer state arrived) are skipped. Answers which rows
 * were left as they show.
 */
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

/** True while the row needs no page to be shown: it has a base, or was made here. */
const showsByItself = (outbox: Outbox, collection: CollectionName, key: RowKey): boolean =>
  outbox.isWaiting(key) && isLiving(rebaseRow(outbox.baseOf(key), key, collection, outbox.mutationsOf(key)))

/** One look-up less per row: what is there already comes back as a conflict. */
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
    // The tombstone of a row that was never here needs no place.
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

/** The server's state of those of the rows that are clean until now. */
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
 * The numbers of the shop's bases are of a life of the feed that may have ended: whatever the server says of these rows is newer.
 * `collection`: of its rows alone.
 */
export async function outdateBases({ outbox }: LocalState, shopId: string, collection?: CollectionName): Promise<void> {
  const bases = outbox.dirtyKeys().flatMap((key) => {
    const base = outbox.baseOf(key)
    const isMeant = base != null && base.seq !== 0 && base.shopId === shopId && (collection === undefined || key === rowKey(collection, base.id))
    return isMeant ? [{ key, row: { ...base, seq: 0 } }] : []
  })
  if (bases.length > 0) await outbox.putBases(bases)
}

/** Makes rows what the server's state and the waiting mutations say, and forgets the bases that nothing waits upon. */
export async function reconcile(localState: LocalState, keys: readonly RowKey[]): Promise<void> {
  await writeRows(localState, keys)
  await localState.outbox.dropBases(keys.filter((key) => !localState.outbox.isWaiting(key)))
}

/** Takes the answers to a push; answers which orders have another number now. After a crash in between, rows are made from their bases at the next start. */
export async function settle(
  localState: LocalState,
  results: readonly MutationResult[],
  toRefused: (entry: OutboxEntry, result: MutationResult) => RefusedEntry,
  noteOf?: (id: string) => TakenNote | undefined,
): Promise<readonly Renumbered[]> {
  const { database, outbox } = localState
  // Before the answers are stored: a page that ends behind them leaves it to the next one.
  for (const collection of findGivingUp(outbox, results)) await database.noteForgotten(collection)
  let reading: ReturnType<typeof readStored> | undefined
  // The rows are read while the answers are stored: nobody else writes them meanwhile.
  const { keys, refusedKeys, renumbered } = await outbox.settle(results, toRefused, noteOf, (all) => {
    reading = readStored(database, all)
    reading.catch(() => undefined)
  })
  const isDue = (key: RowKey): boolean => refusedKeys.has(key) || outbox.late.isDue(key)
  outbox.late.putOff(keys.filter((key) => !isDue(key)))
  await writeRows(localState, keys.filter(isDue), await reading)
  await outbox.releaseBases(keys)
  return renumbered
}

/** Collections of which the answers take values that this device must not keep, from rows whose deletion or change it shows already. */
function findGivingUp(outbox: Outbox, results: readonly MutationResult[]): ReadonlySet<CollectionName> {
  const found = new Set<CollectionName>()
  for (const { collection, document } of results.flatMap(({ documents }) => documents)) {
    // Of most collections nothing needs to be read.
    if (!isCollectionName(collection) || !hasGuarded(collection)) continue
    const before = outbox.baseOf(rowKey(collection, document.id))
    if (baseGivesUpGuarded(collection, before, wireToServerRow(collection, document).row)) found.add(collection)
  }
  return found
}

/** Makes the rows whose making was put off because more answers were about to come. */
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

/** Without rows of collections that this version does not know, or that this device does not hold: they stay as they are. */
function groupByCollection(database: LocalDatabase, keys: readonly RowKey[]): Map<CollectionName, RowKey[]> {
  const groups = Map.groupBy(new Set(keys.filter(isKnownKey)), (key) => keyToRef(key).collection)
  return new Map([...groups].filter(([collection]) => database.collections.includes(collection)))
}

function rowToWrite(outbox: Outbox, collection: CollectionName, key: RowKey, stored: StoredRow | undefined): RowWrite | undefined {
  const base = outbox.baseOf(key)
  const mutations = outbox.mutationsOf(key)
  // Nothing waits and the server said nothing: the row is as it was pulled.
  if (base === undefined && mutations.length === 0) return undefined
  const target = rebaseRow(base, key, collection, mutations)
  const content: Row | undefined = target.row ?? (stored === undefined ? undefined : storedToRow(stored))
  if (content === undefined) return undefined
  if (!isLiving(target)) return stored === undefined || stored._deleted ? undefined : { previous: stored, row: content, isDeleted: true }
  if (stored !== undefined && !stored._deleted && rowsAreEqual(collection, stored, target.row)) return undefined
  return { previous: stored, row: target.row, isDeleted: false }
}
