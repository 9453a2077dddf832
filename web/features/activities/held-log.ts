import { activitiesOnDevice } from '#schema/api/sync.ts'
import type { Activity } from '#schema/collections/people/activities.ts'

/**
 * The instant since which this device holds every entry; null when it holds all. A short list is no proof of that when
 * older entries were removed: the server keeps entries of unfinished orders from before `beginsAt`. A device starts
 * with the newest entries by arrival, and offline entries arrive late, so the arrival time counts, not `createdAt`.
 */
export function readHeldSince(held: readonly Activity[], beginsAt: string | null): string | null {
  const [first] = held
  if (first === undefined || held.length < activitiesOnDevice) return beginsAt
  return held.reduce((earliest, entry) => {
    const since = readCompleteSince(entry)
    return since < earliest ? since : earliest
  }, readCompleteSince(first))
}

/** No entry that arrived after this instant is missing. */
function readCompleteSince({ id, createdAt, arrivedAt }: Activity): string {
  const madeAt = readMaking(id)
  if (madeAt > createdAt) return madeAt
  return arrivedAt ?? createdAt
}

/** The server's ids are UUIDv7, which start with their creation time; '' for another version. */
function readMaking(id: string): string {
  if (id[14] !== '7') return ''
  // Add a millisecond: an entry of the same millisecond may be missing.
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) + 1).toISOString()
}

/** The highest feed position; -1 for an empty list. */
export const readNewestSeq = (activities: readonly Activity[]): number => activities.reduce((newest, { seq }) => Math.max(newest, seq), -1)
