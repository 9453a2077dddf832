import type { Checkpoint } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { applyPulled } from '../../outbox/local-state.ts'
import type { FeedReset } from '../../recovery/feed-reset.ts'
import { forgetErased } from '../../recovery/forget-erased.ts'
import type { NewerRows } from '../../recovery/newer.ts'
import type { Pusher } from '../push/pusher.ts'
import type { SyncContext } from '../sync-context.ts'
import { checkpointsAreEqual, withNoted, withoutShops } from './pull-checkpoints.ts'
import { documentToDeparture } from './pull-page.ts'

export type StoreParts = {
  context: Pick<SyncContext, 'localState' | 'store'>
  pusher: Pick<Pusher, 'sumsInDoubt'>
  /** A shop that went since the user's shops were last heard: what was asked before brings nothing of it. */
  shops: { isLeft: (shopId: string) => boolean }
  newer: NewerRows
}

/** Rows of the feeds of all shops, from one place of them up to another, as a page or the live stream brought them. */
export type FeedRows = {
  collection: CollectionName
  documents: readonly WireDocument[]
  /** Rows of a shop that this device never held. */
  isFirst: boolean
  from: Checkpoint
  to: Checkpoint
}

/** What a page says beside its rows. */
export type PageNews = {
  gone: readonly string[]
  /** Shops whose rows are being compared with the full set of another life of their feed. */
  resetByShop: ReadonlyMap<string, FeedReset>
  /** With the marks of those that are not whole. */
  toStored: (reached: Checkpoint) => Checkpoint
  /** Marks of shops whose comparison begins with this page. */
  compared: Checkpoint
}

const noNews: PageNews = { gone: [], resetByShop: new Map(), toStored: (reached) => reached, compared: {} }

/** Inside the write lock. Stores the rows and, with the last of them, how far they reach; answers that, without shops that were left. */
export async function storeFeedRows(
  { context, pusher, shops, newer }: StoreParts,
  { collection, documents: given, isFirst, from, to }: FeedRows,
  { gone, resetByShop, toStored, compared }: PageNews = noNews,
): Promise<Checkpoint> {
  const { localState, store } = context
  const { database } = localState
  const documents = given.flatMap((document) =>
    document.shopId === undefined || !shops.isLeft(document.shopId) ? [document] : documentToDeparture(collection, document),
  )
  const reached = withoutShops(to, Object.keys(to).filter(shops.isLeft))
  await newer.dropKnown(
    collection,
    documents.filter(({ shopId = '' }) => !resetByShop.has(shopId)),
  )
  const ahead = documents.length === 0 ? undefined : withNoted(withoutShops(from, [...gone, ...Object.keys(from).filter(shops.isLeft)]), reached)
  const noted = ahead === undefined ? undefined : toStored(ahead)
  if (noted !== undefined && resetByShop.size > 0) await database.saveCheckpoint(collection, noted)
  for (const reset of resetByShop.values()) await reset.take(documents)
  if (collection === 'customers') await forgetErased({ localState, store, newer }, documents)
  const isMoved = Object.keys(compared).length > 0 || !checkpointsAreEqual(from, reached)
  const page = {
    isFresh: isFirst,
    inDoubt: pusher.sumsInDoubt.rows(),
    reached: isMoved ? { whole: { ...toStored(reached), ...compared }, part: noted } : undefined,
  }
  pusher.sumsInDoubt.leaveOut(await applyPulled(localState, collection, documents, page))
  return reached
}
