import { activitiesOnDevice } from '#schema/api/sync.ts'
import type { Activity } from '#schema/collections/people/activities.ts'

/**
 * The instant from which on this device lacks no entry of the shop, or null when it holds all of them. Where older entries have ended,
 * few are no sign of that: of unfinished orders the server still has some from before `beginsAt`. A device starts at the
 * newest ones by arrival, and what was done offline arrives late: so what counts is when its first one arrived, not what
 * time that one carries.
 */
export function readHeldSince(held: readonly Activity[], beginsAt: string | null): string | null {
  const [first] = held
  if (first === undefined || held.length < activitiesOnDevice) return beginsAt
  return held.reduce((earliest, entry) => {
    const since = readCompleteSince(entry)
    return since < earliest ? since : earliest
  }, readCompleteSince(first))
}

/** From then on nothing is lacking that arrived after this entry. */
function readCompleteSince({ id, createdAt, arrivedAt }: Activity): string {
  const madeAt = readMaking(id)
  if (madeAt > createdAt) return madeAt
  return arrivedAt ?? createdAt
}

/** The server gives entries ids of version 7, which begin with the time of their making; '' for another id. */
function readMaking(id: string): string {
  if (id[14] !== '7') return ''
  // A millisecond later, because what arrived within the same one may be missing.
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) + 1).toISOString()
}

/** The newest entry's place in the feed; -1 for none. */
export const readNewestSeq = (activities: readonly Activity[]): number => activities.reduce((newest, { seq }) => Math.max(newest, seq), -1)
