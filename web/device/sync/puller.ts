import type { Checkpoint, PullResponse, ShopCheckpoint } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { DeviceStore, ReachedPlace } from '../storage/unsent-store.ts'
import { forgetErased } from '../recovery/forget-erased.ts'
import { type LocalState, applyPulled, reconcile } from '../outbox/local-state.ts'
import { FeedReset } from '../recovery/feed-reset.ts'
import type { NewerRows } from '../recovery/newer.ts'
import type { AdaptiveBatch } from './adaptive-batch.ts'
import { removeShopRows } from '../recovery/removal.ts'
import { isCompared, leavingEpoch, toCompared } from '../storage/checkpoint-marks.ts'
import { type Row, type RowKey, rowKey, storedToRow } from '../rows/rows.ts'
import { OfflineError, type SyncApi } from '../platform/server-port.ts'

/** Rows of one page at most. Large enough that a page's fixed costs vanish, small enough that a local write never waits long. */
export const pageMax = 2_000
export const pageMin = 25

export type PullOptions = {
  api: SyncApi
  /** Size of a page; a slow network gets smaller ones. */
  batchSize: AdaptiveBatch
  localState: LocalState
  /** The user's shops, as far as they were heard. */
  shopIds: readonly string[]
  withLock: <T>(run: () => Promise<T>) => Promise<T>
  /** Waits for the answer to mutations in flight on these rows. */
  whenAnswered: (keys: readonly RowKey[]) => Promise<void>
  /** Rows whose pages wait for the answer to mutations of which nobody knows whether the server applied them. */
  rowsInDoubt: () => ReadonlySet<RowKey>
  /** Such rows were in a page. */
  onLeftOut: (keys: readonly RowKey[]) => void
  onConnection: () => void
  /** `isFirst`: rows of a shop that this device never held. */
  onRows: (count: number, isFirst: boolean) => void
  /** Shops that the caller may no longer see. */
  onGone: (shopIds: string[]) => Promise<void>
  /** A shop that went since the user's shops were last heard: what was asked before brings nothing of it. */
  isLeft: (shopId: string) => boolean
  newer: NewerRows
  store: DeviceStore
  clock: () => Date
  /** The shop's feed is another one than this device knows: before anything of it is taken. */
  onOtherFeed: (shopId: string) => Promise<void>
  /** All that the server has of these shops is here, and what it does not have is not; so many rows were shown otherwise before. */
  onCompared: (shopId: string, changed: number) => Promise<void>
  /** Changes when checkpoints were marked by others than this pull: what it was about to store is of before. */
  readMarking: () => number
}

/** The collection has to be pulled again from its stored checkpoint. */
export class MarkedError extends Error {}

/**
 * Pulls one collection to its end and answers where that is. The next page is on its way while the former is being stored.
 * `from`: where the last pull got to, if nobody else moved it since.
 */
export async function pullCollection(options: PullOptions, collection: CollectionName, signal: AbortSignal, from?: Checkpoint): Promise<Checkpoint> {
  const { localState, withLock } = options
  const known = from ?? (await localState.database.readCheckpoint(collection))
  const marking = options.readMarking()
  const orphans = await findOrphans(options, collection, known)
  const resets = new Map<string, FeedReset>()
  const begin = async (shopId: string): Promise<void> => {
    await options.onOtherFeed(shopId)
    resets.set(shopId, await FeedReset.begin({ ...options, collection, shopId }))
  }
  for (const [shopId, reached] of Object.entries(known)) if (isCompared(reached)) await begin(shopId)
  /** With the marks of those that are not whole yet. */
  const toStored = (reached: Checkpoint): Checkpoint => ({
    ...reached,
    ...Object.fromEntries(
      [...resets.keys()].flatMap((shopId) => (options.isLeft(shopId) || known[shopId] === undefined ? [] : [[shopId, toCompared(known[shopId])]])),
    ),
  })
  let checkpoint = withoutShops(known, [...resets.keys()])
  let asked = ask(options, collection, checkpoint, signal)
  for (;;) {
    const { page, limit } = await asked
    signal.throwIfAborted()
    options.onConnection()
    const next = withoutShops(page.checkpoint, [...page.reset, ...page.gone])
    const isMore = page.documents.length >= limit || page.reset.length > 0
    // The set that rows are compared with is asked for once it is known which rows are held.
    if (isMore && page.reset.length === 0) asked = ask(options, collection, next, signal)
    const isFirst = page.documents.length > 0 && known[page.documents.at(-1)?.shopId ?? ''] === undefined
    await options.whenAnswered(localState.outbox.isEmpty ? [] : page.documents.map(({ id }) => rowKey(collection, id)))
    if (page.gone.length > 0) await options.onGone(page.gone)
    let reached = next
    await withLock(async () => {
      signal.throwIfAborted()
      if (options.readMarking() !== marking) throw new MarkedError()
      const documents = page.documents.flatMap((document) =>
        document.shopId === undefined || !options.isLeft(document.shopId) ? [document] : documentToDeparture(collection, document),
      )
      reached = withoutShops(next, Object.keys(next).filter(options.isLeft))
      const leaving = page.reset.filter((shopId) => known[shopId] === undefined || known[shopId].epoch === leavingEpoch)
      for (const shopId of leaving) await removeShopRows(localState, collection, shopId)
      // What waits for a shop that was lost must not come back with the rows of another.
      if (leaving.length > 0)
        await reconcile(
          localState,
          localState.outbox.dirtyKeys().filter((key) => localState.outbox.mutationsOf(key).some(({ shopId }) => leaving.includes(shopId))),
        )
      await removeOrphans(localState, collection, orphans.splice(0), page)
      await options.newer.settle(
        collection,
        documents.filter(({ shopId = '' }) => !resets.has(shopId)),
      )
      const ahead = withNoted(withoutShops(checkpoint, [...page.gone, ...Object.keys(checkpoint).filter(options.isLeft)]), reached)
      if (documents.length > 0 && ahead !== undefined) await localState.database.saveCheckpoint(collection, toStored(ahead))
      for (const reset of resets.values()) await reset.take(documents)
      if (collection === 'customers') await forgetErased(options, documents)
      options.onLeftOut(await applyPulled(localState, collection, documents, isFirst, options.rowsInDoubt()))
      // Behind the rows, so that it is never ahead of them.
      const compared = page.reset.filter((shopId) => !leaving.includes(shopId))
      const stored = {
        ...toStored(reached),
        ...Object.fromEntries(compared.flatMap((shopId) => (known[shopId] === undefined ? [] : [[shopId, toCompared(known[shopId])]]))),
      }
      if (compared.length > 0 || !checkpointsAreEqual(checkpoint, reached)) await localState.database.saveCheckpoint(collection, stored)
    })
    checkpoint = reached
    if (page.documents.length > 0) options.onRows(page.documents.length, isFirst)
    for (const shopId of page.reset) {
      if (known[shopId] !== undefined && known[shopId].epoch !== leavingEpoch) await begin(shopId)
      // Rows from the start need no comparison, but what pushes reached may be of a life that ended, and be asked about again and again.
      else await options.onOtherFeed(shopId)
    }
    if (page.reset.length > 0) asked = ask(options, collection, checkpoint, signal)
    if (isMore) continue
    if (resets.size > 0) await endResets()
    return checkpoint
  }

  async function endResets(): Promise<void> {
    for (const [shopId, reset] of resets) if (!options.isLeft(shopId)) await reset.sweep()
    await withLock(async () => {
      if (options.readMarking() !== marking) throw new MarkedError()
      checkpoint = withoutShops(checkpoint, Object.keys(checkpoint).filter(options.isLeft))
      await localState.database.saveCheckpoint(collection, checkpoint)
    })
    for (const [shopId, { changed }] of resets) if (!options.isLeft(shopId)) await options.onCompared(shopId, changed)
  }
}

/**
 * Rows that are here before their feed was ever pulled: they came with answers to pushes. If the database was restored since,
 * it may not know them any more, and no reset tells, because there is no checkpoint to compare.
 */
async function findOrphans({ localState: { database }, shopIds }: PullOptions, collection: CollectionName, known: Checkpoint): Promise<Row[]> {
  const orphans: Row[] = []
  for (const shopId of shopIds) {
    if (known[shopId] !== undefined) continue
    for await (const rows of database.scan(collection, { shopId })) orphans.push(...rows)
  }
  return orphans
}

/** What the first page does not hold goes; all of it loses its seq, so that this or a later page is believed. */
async function removeOrphans({ database, outbox }: LocalState, collection: CollectionName, orphans: readonly Row[], page: PullResponse): Promise<void> {
  const given = new Set(page.documents.map(({ id }) => id))
  const ofFeed = orphans.filter(({ shopId }) => page.checkpoint[shopId] !== undefined)
  // Under a waiting mutation lies the same old word of the server; the answer to the mutation brings the newest.
  await outbox.dropBases(ofFeed.flatMap(({ id, seq }) => (outbox.baseOf(rowKey(collection, id))?.seq === seq ? [rowKey(collection, id)] : [])))
  const doubtful = ofFeed.filter(({ id }) => !outbox.isDirty(rowKey(collection, id)))
  const storedById = await database.find(
    collection,
    doubtful.map(({ id }) => id),
  )
  const writes = doubtful.flatMap(({ id, seq }) => {
    const stored = storedById.get(id)
    // What was answered after the question was asked is newer than the page.
    return stored === undefined || stored._deleted || stored.seq !== seq
      ? []
      : [{ previous: stored, row: { ...storedToRow(stored), seq: 0 }, isDeleted: !given.has(id) }]
  })
  await database.write(collection, writes)
}

/**
 * Nothing is taken of a shop that was left, but who moved there is still gone from where this device holds them: the page gives an id
 * once. One below the number that it has there, the row is believed when the shop comes back.
 */
const documentToDeparture = (collection: CollectionName, { id, shopId, seq }: WireDocument): WireDocument[] =>
  collection === 'employees' && seq !== undefined ? [{ id, shopId, seq: seq - 1, _deleted: true }] : []

type Asked = { page: PullResponse; limit: number }

function ask({ api, localState, batchSize }: PullOptions, collection: CollectionName, known: Checkpoint, signal: AbortSignal): Promise<Asked> {
  const limit = batchSize.size
  const checkpoint = Object.fromEntries(
    Object.entries(known).map(([shopId, reached]) => [shopId, withReached(reached, localState.outbox.reachedByShop.get(shopId))]),
  )
  const answer = batchSize
    .run(() => api.pull({ collection, limit, checkpoint }, signal))
    .then((page) => {
      assertPullResponse(page)
      return { page, limit }
    })
  // A page asked for ahead is looked at later, or never when the one before it could not be stored.
  answer.catch(() => undefined)
  return answer
}

/** Rows may have come with answers to pushes that lie beyond the checkpoint. */
function withReached(checkpoint: ShopCheckpoint, answered: ReachedPlace | undefined): ShopCheckpoint {
  // Where a page was begun, its rows may lie here though it was never finished: the server vouches for them first.
  if (checkpoint.reached !== undefined) return checkpoint
  if (answered === undefined || answered.epoch !== checkpoint.epoch || answered.seq <= checkpoint.seq) return checkpoint
  return { ...checkpoint, reached: { seq: answered.seq, mark: answered.mark } }
}

/**
 * What is stored before the rows of a page: a device that dies between them and their checkpoint tells the server which life of the
 * feed they are of. Undefined when the page reaches nothing new.
 */
function withNoted(checkpoint: Checkpoint, reached: Checkpoint): Checkpoint | undefined {
  const noted = Object.entries(checkpoint).flatMap(([shopId, known]): [string, ShopCheckpoint][] => {
    const { epoch, seq, mark } = reached[shopId] ?? known
    return mark !== undefined && epoch === known.epoch && seq > known.seq ? [[shopId, { ...known, reached: { seq, mark } }]] : []
  })
  return noted.length === 0 ? undefined : { ...checkpoint, ...Object.fromEntries(noted) }
}

function withoutShops(checkpoint: Checkpoint, shopIds: readonly string[]): Checkpoint {
  return Object.fromEntries(Object.entries(checkpoint).filter(([shopId]) => !shopIds.includes(shopId)))
}

function checkpointsAreEqual(a: Checkpoint, b: Checkpoint): boolean {
  const shopIds = Object.keys(a)
  return (
    shopIds.length === Object.keys(b).length &&
    shopIds.every((shopId) => a[shopId]?.epoch === b[shopId]?.epoch && a[shopId]?.seq === b[shopId]?.seq && a[shopId]?.mark === b[shopId]?.mark)
  )
}

function assertPullResponse(page: PullResponse): void {
  const { documents, checkpoint, reset, gone } = (page ?? {}) as Partial<Record<keyof PullResponse, unknown>>
  const isWhole = Array.isArray(documents) && Array.isArray(reset) && Array.isArray(gone) && typeof checkpoint === 'object' && checkpoint !== null
  if (!isWhole) throw new OfflineError('The answer was not the server’s.')
}
