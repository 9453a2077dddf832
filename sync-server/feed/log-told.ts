import type { ShopCheckpoint } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { markEnd } from '../store/sequence/feed-marks.ts'

/** `log_removed_seq`: up to there the feed tells no more which entries of the log have ended. */
type LogFeed = { log_removed_seq: number }

/** Where that stood when the device, which has not come so far, began at the start; 0 where it began before. */
const readBegan = (mark: string): number => Number(mark.split(markEnd)[1] ?? 0)

/**
 * False for a device that may hold entries of the log which have ended without that the feed can tell it: it begins anew. One that began
 * since, and is in the middle of its pages, says so by its mark. Clients that send no marks are never asked to begin anew.
 */
export function isToldAll(collection: CollectionName, feed: LogFeed, { seq, mark }: ShopCheckpoint): boolean {
  if (collection !== 'activities' || seq === 0 || mark === undefined) return true
  return Math.max(seq, readBegan(mark)) >= feed.log_removed_seq
}

/** The place that is answered: where it lies before what the feed tells, its mark says that the device has nothing of before. */
export function addBegan<Place extends { seq: number; mark?: string }>(collection: CollectionName, feed: LogFeed | undefined, place: Place): Place {
  const removed = feed?.log_removed_seq ?? 0
  if (collection !== 'activities' || place.mark === undefined || place.seq >= removed) return place
  return { ...place, mark: `${place.mark}${markEnd}${removed}` }
}
