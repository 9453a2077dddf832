import type { ShopCheckpoint } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { markEnd } from '../store/sequence/feed-marks.ts'

/** `log_removed_seq`: removals of activities up to this seq are no longer in the feed. */
type LogFeed = { log_removed_seq: number }

/** The `log_removed_seq` at the device's start from zero, which its mark carries until the device has passed it; else 0. */
const readBegan = (mark: string): number => Number(mark.split(markEnd)[1] ?? 0)

/**
 * False for a device that may hold removed activities whose removal is no longer in the feed; it must start over. The
 * mark of a device that started since then proves that it holds none. Clients without marks never start over.
 */
export function isToldAll(collection: CollectionName, feed: LogFeed, { seq, mark }: ShopCheckpoint): boolean {
  if (collection !== 'activities' || seq === 0 || mark === undefined) return true
  return Math.max(seq, readBegan(mark)) >= feed.log_removed_seq
}

/** Below `log_removed_seq`, adds it to the returned mark, as proof that the device has no older activities. */
export function addBegan<Place extends { seq: number; mark?: string }>(collection: CollectionName, feed: LogFeed | undefined, place: Place): Place {
  const removed = feed?.log_removed_seq ?? 0
  if (collection !== 'activities' || place.mark === undefined || place.seq >= removed) return place
  return { ...place, mark: `${place.mark}${markEnd}${removed}` }
}
