import type { Checkpoint, PullResponse } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { type Applier, applyPulled, reconcile } from './apply.ts'
import type { Pace } from './pace.ts'
import { removeShopRows } from './removal.ts'
import { type Row, type RowKey, rowKey, storedToRow } from './rows.ts'
import { OfflineError, type SyncApi } from './sync-api.ts'

/** Rows of one page at most. Large enough that a page's fixed costs vanish, small enough that a local write never waits long. */
export const pageMax = 2_000
export const pageMin = 25

export type PullOptions = {
  api: SyncApi
  /** Size of a page; a slow network gets smaller ones. */
  pace: Pace
  applier: Applier
  /** The user's shops, as far as they were heard. */
  shopIds: readonly string[]
  withLock: <T>(run: () => Promise<T>) => Promise<T>
  /** Waits for the answer to acts in flight on these rows. */
  whenAnswered: (keys: readonly RowKey[]) => Promise<void>
  /** Rows whose pages wait for the answer to acts of which nobody knows whether the server applied them. */
  rowsInDoubt: () => ReadonlySet<RowKey>
  /** Such rows were in a page. */
  onLeftOut: (keys: readonly RowKey[]) => void
  onContact: () => void
  /** `isFirst`: rows of a shop that this device never held. */
  onRows: (count: number, isFirst: boolean) => void
  /** Shops that the caller may no longer see. */
  onGone: (shopIds: string[]) => Promise<void>
  /** A shop that went since the user's shops were last heard: what was asked before brings nothing of it. */
  isLeft: (shopId: string) => boolean
}

/**
 * Pulls one collection to its end and answers where that is. The next page is on its way while the former is being stored.
 * `from`: where the last pull got to, if nobody else moved it since.
 */
export async function pullCollection(options: PullOptions, collection: CollectionName, signal: AbortSignal, from?: Checkpoint): Promise<Checkpoint> {
  const { applier, withLock } = options
  const known = from ?? (await applier.database.readCheckpoint(collection))
  const strays = await findStrays(options, collection, known)
  let checkpoint = known
  let asked = ask(options, collection, checkpoint, signal)
  for (;;) {
    const { page, limit } = await asked
    signal.throwIfAborted()
    options.onContact()
    const next = withoutShops(page.checkpoint, [...page.reset, ...page.gone])
    const isMore = page.documents.length >= limit || page.reset.length > 0
    if (isMore) asked = ask(options, collection, next, signal)
    const isFirst = page.documents.length > 0 && known[page.documents.at(-1)?.shopId ?? ''] === undefined
    await options.whenAnswered(applier.outbox.isEmpty ? [] : page.documents.map(({ id }) => rowKey(collection, id)))
    if (page.gone.length > 0) await options.onGone(page.gone)
    let reached = next
    await withLock(async () => {
      signal.throwIfAborted()
      const documents = page.documents.flatMap((document) => (document.shopId === undefined || !options.isLeft(document.shopId) ? [document] : documentToDeparture(collection, document)))
      reached = withoutShops(next, Object.keys(next).filter(options.isLeft))
      for (const shopId of page.reset) await removeShopRows(applier, collection, shopId)
      // What waits for a shop that was lost must not come back with the rows of another.
      if (page.reset.length > 0) await reconcile(applier, applier.outbox.dirtyKeys().filter((key) => applier.outbox.actsOf(key).some(({ shopId }) => page.reset.includes(shopId))))
      await removeStrays(applier, collection, strays.splice(0), page)
      // A tab that stood still since it asked may hold an older page than what others stored meanwhile.
      await applier.outbox.assertHeld()
      options.onLeftOut(await applyPulled(applier, collection, documents, isFirst, options.rowsInDoubt()))
      // Behind the rows, so that it is never ahead of them.
      await applier.outbox.assertHeld()
      if (!checkpointsAreEqual(checkpoint, reached)) await applier.database.saveCheckpoint(collection, reached)
    })
    checkpoint = reached
    if (page.documents.length > 0) options.onRows(page.documents.length, isFirst)
    if (!isMore) return checkpoint
  }
}

/**
 * Rows that are here before their feed was ever pulled: they came with answers to pushes. If the database was restored since,
 * it may not know them any more, and no reset tells, because there is no checkpoint to compare.
 */
async function findStrays({ applier: { database }, shopIds }: PullOptions, collection: CollectionName, known: Checkpoint): Promise<Row[]> {
  const strays: Row[] = []
  for (const shopId of shopIds) {
    if (known[shopId] !== undefined) continue
    for await (const rows of database.scan(collection, { shopId })) strays.push(...rows)
  }
  return strays
}

/** What the first page does not hold goes; all of it loses its seq, so that this or a later page is believed. */
async function removeStrays({ database, outbox }: Applier, collection: CollectionName, strays: readonly Row[], page: PullResponse): Promise<void> {
  const given = new Set(page.documents.map(({ id }) => id))
  const ofFeed = strays.filter(({ shopId }) => page.checkpoint[shopId] !== undefined)
  // Under a waiting act lies the same old word of the server; the answer to the act brings the newest.
  await outbox.dropBases(ofFeed.flatMap(({ id, seq }) => (outbox.baseOf(rowKey(collection, id))?.seq === seq ? [rowKey(collection, id)] : [])))
  const doubtful = ofFeed.filter(({ id }) => !outbox.isDirty(rowKey(collection, id)))
  const storedById = await database.find(collection, doubtful.map(({ id }) => id))
  const writes = doubtful.flatMap(({ id, seq }) => {
    const stored = storedById.get(id)
    // What was answered after the question was asked is newer than the page.
    return stored === undefined || stored._deleted || stored.seq !== seq ? [] : [{ previous: stored, row: { ...storedToRow(stored), seq: 0 }, isDeleted: !given.has(id) }]
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

function ask({ api, pace }: PullOptions, collection: CollectionName, checkpoint: Checkpoint, signal: AbortSignal): Promise<Asked> {
  const limit = pace.size
  const answer = pace
    .run(() => api.pull({ collection, limit, checkpoint }, signal))
    .then((page) => {
      assertPullResponse(page)
      return { page, limit }
    })
  // A page asked for ahead is looked at later, or never when the one before it could not be stored.
  answer.catch(() => undefined)
  return answer
}

function withoutShops(checkpoint: Checkpoint, shopIds: readonly string[]): Checkpoint {
  return Object.fromEntries(Object.entries(checkpoint).filter(([shopId]) => !shopIds.includes(shopId)))
}

function checkpointsAreEqual(a: Checkpoint, b: Checkpoint): boolean {
  const shopIds = Object.keys(a)
  return shopIds.length === Object.keys(b).length && shopIds.every((shopId) => a[shopId]?.epoch === b[shopId]?.epoch && a[shopId]?.seq === b[shopId]?.seq)
}

function assertPullResponse(page: PullResponse): void {
  const { documents, checkpoint, reset, gone } = (page ?? {}) as Partial<Record<keyof PullResponse, unknown>>
  const isWhole = Array.isArray(documents) && Array.isArray(reset) && Array.isArray(gone) && typeof checkpoint === 'object' && checkpoint !== null
  if (!isWhole) throw new OfflineError('The answer was not the server’s.')
}
