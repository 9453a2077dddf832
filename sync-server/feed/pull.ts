import { activitiesOnDevice, type Checkpoint, type PullEnvelope, type PullResponse, type ShopCheckpoint } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import { isCollectionName, type CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { canReadCollection, type Caller } from '#schema/rules/access/access.ts'
import type { Tx } from '../db/database.ts'
import { settleAll } from '../db/settle-all.ts'
import { inReadTransaction } from '../db/transaction.ts'
import { defineStatement } from '../db/statement.ts'
import type { Services } from '../services.ts'
import { containsMark, markEnd } from '../store/sequence/feed-marks.ts'
import { addMarks } from './add-marks.ts'
import { readFeedPage } from './feed-rows.ts'
import { tableOf } from '../store/table.ts'

type Feed = { shop_id: string; epoch: string; seq: number; log_removed_seq: number }

/**
 * One page of a collection over all of the caller's shops (SYNC.md, "Pull").
 * @throws AppError NOT_FOUND for an unknown collection, FORBIDDEN for one that the privileges do not cover
 */
export async function pullPage(services: Services, caller: Caller, { collection, limit, checkpoint }: PullEnvelope): Promise<PullResponse> {
  if (!isCollectionName(collection)) throw new AppError('NOT_FOUND', 'There is no such collection.')
  if (!canReadCollection(caller.privileges, collection)) throw new AppError('FORBIDDEN')
  // One transaction, so that epochs, heads and rows are of one snapshot.
  return inReadTransaction(services.reader, (trx) => readPage(trx, caller, collection, limit, checkpoint))
}

async function readPage(trx: Tx, caller: Caller, collection: CollectionName, limit: number, checkpoint: Checkpoint): Promise<PullResponse> {
  const feeds = await readFeeds(trx, caller)
  const page: PullResponse = { documents: [], checkpoint: {}, reset: [], gone: Object.keys(checkpoint).filter((shopId) => !feeds.has(shopId)) }
  // Check all shops at once, for a single round trip to a remote database.
  const areKnown = await settleAll(
    [...feeds.values()].map(async (feed) => {
      const known = checkpoint[feed.shop_id]
      return { feed, known, isOf: known === undefined || (isToldAll(collection, feed, known) && (await isOfThisFeed(trx, feed, known))) }
    }),
  )
  for (const { feed, known, isOf } of areKnown) {
    if (isOf) page.checkpoint[feed.shop_id] = { epoch: feed.epoch, seq: known?.seq ?? 0 }
    else page.reset.push(feed.shop_id)
  }
  for (let wasFull = true; wasFull && page.documents.length < limit;) {
    await fillPage(trx, feeds, collection, limit, page)
    wasFull = page.documents.length === limit
    // Dropping older versions leaves room in a full page, which the loop fills.
    if (collection === 'employees') page.documents = keepNewest(page.documents)
  }
  const places = Object.entries(page.checkpoint)
  const marked = await settleAll(
    places.map(async ([shopId, place]) => [shopId, addBegan(collection, feeds.get(shopId), await addMarks(trx, collection, shopId, place))] as const),
  )
  page.checkpoint = Object.fromEntries(marked)
  return page
}

/** False for a device with positions that the feed lost when the database was restored. */
async function isOfThisFeed(trx: Tx, feed: Feed, { epoch, seq, mark, reached, answered }: ShopCheckpoint): Promise<boolean> {
  if (epoch !== feed.epoch || seq > feed.seq) return false
  const places = [mark === undefined ? undefined : { seq, mark }, reached, answered].filter((place) => place !== undefined)
  if (places.some((place) => place.seq > feed.seq)) return false
  const held = await settleAll(places.map((place) => containsMark(trx, feed.shop_id, place)))
  return !held.includes(false)
}

async function fillPage(trx: Tx, feeds: ReadonlyMap<string, Feed>, collection: CollectionName, limit: number, page: PullResponse): Promise<void> {
  const table = tableOf(collection)
  for (const [shopId, { epoch, seq: start }] of Object.entries(page.checkpoint)) {
    const left = limit - page.documents.length
    if (left === 0 || start >= (feeds.get(shopId)?.seq ?? 0)) continue
    const documents = await readFeedPage(trx, table, { shopId, seq: await cutActivities(trx, collection, shopId, start), limit: left })
    page.documents.push(...documents)
    page.checkpoint[shopId] = { epoch, seq: documents.at(-1)?.seq ?? start }
  }
}

/** An employee who moved between the caller's shops is in several feeds; devices expect each id once a page, so keep the greatest seq. */
function keepNewest(documents: readonly WireDocument[]): WireDocument[] {
  const newestById = new Map<string, number>()
  for (const { id, seq = 0 } of documents) newestById.set(id, Math.max(seq, newestById.get(id) ?? 0))
  return documents.filter(({ id, seq = 0 }) => newestById.get(id) === seq)
}

/** Feeds sorted by shop id, so that the next page continues where this one stopped. */
async function readFeeds(trx: Tx, caller: Caller): Promise<Map<string, Feed>> {
  if (caller.shopIds.size === 0) return new Map()
  const feeds = await trx
    .selectFrom('shop_feed')
    .selectAll()
    .where('shop_id', 'in', [...caller.shopIds])
    .orderBy('shop_id')
    .execute()
  return new Map(feeds.map((feed) => [feed.shop_id, feed]))
}

const findCut = defineStatement<{ seq: number }>((db, argument) =>
  db
    .selectFrom('activities')
    .select('seq')
    .where('shop_id', '=', argument('shopId'))
    .where('deleted', '=', 0)
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(activitiesOnDevice),
)

/** First pulls start at the shop's newest activities; devices read older ones online. */
async function cutActivities(trx: Tx, collection: CollectionName, shopId: string, start: number): Promise<number> {
  if (collection !== 'activities' || start > 0) return start
  const [newestLeftOut] = await findCut(trx, { shopId })
  return newestLeftOut?.seq ?? start
}

/** `log_removed_seq`: removals of activities up to this seq are no longer in the feed. */
type LogFeed = { log_removed_seq: number }

/** The `log_removed_seq` at the device's start from zero, which its mark carries until the device has passed it; else 0. */
const readBegan = (mark: string): number => Number(mark.split(markEnd)[1] ?? 0)

/**
 * False for a device that may hold removed activities whose removal is no longer in the feed; it must start over. The
 * mark of a device that started since then proves that it holds none. Clients without marks never start over.
 */
function isToldAll(collection: CollectionName, feed: LogFeed, { seq, mark }: ShopCheckpoint): boolean {
  if (collection !== 'activities' || seq === 0 || mark === undefined) return true
  return Math.max(seq, readBegan(mark)) >= feed.log_removed_seq
}

/** Below `log_removed_seq`, adds it to the returned mark, as proof that the device has no older activities. */
function addBegan<Place extends { seq: number; mark?: string }>(collection: CollectionName, feed: LogFeed | undefined, place: Place): Place {
  const removed = feed?.log_removed_seq ?? 0
  if (collection !== 'activities' || place.mark === undefined || place.seq >= removed) return place
  return { ...place, mark: `${place.mark}${markEnd}${removed}` }
}
