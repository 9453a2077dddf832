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
  /** True if the shop was lost since the last bootstrap: earlier requests must not bring its rows. */
  shops: { isLeft: (shopId: string) => boolean }
  newer: NewerRows
}

/** Rows between two feed positions, from a page or the live stream. */
export type FeedRows = {
  collection: CollectionName
  documents: readonly WireDocument[]
  /** The rows' shop was never held on this device. */
  isFirst: boolean
  from: Checkpoint
  to: Checkpoint
}

/** What a page reports besides rows. */
export type PageNews = {
  gone: readonly string[]
  /** Shops whose rows are being compared with the full set of another feed. */
  resetByShop: ReadonlyMap<string, FeedReset>
  /** Adds the marks of shops still being compared. */
  toStored: (reached: Checkpoint) => Checkpoint
  /** Marks of shops whose comparison begins with this page. */
  compared: Checkpoint
}

const noNews: PageNews = { gone: [], resetByShop: new Map(), toStored: (reached) => reached, compared: {} }

/** Stores rows and, with the last of them, the position. Returns the position without lost shops. Call inside the write lock. */
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
