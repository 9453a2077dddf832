/**
 * How long a device has been without its server, counted so that a wrong clock alone cannot decide it: the time in use by the
 * page's monotonic clock, the rest by the wall clock between two counts, of which a jump counts at most a day.
 */
export type OfflineAge = {
  /** Milliseconds counted since the last connection. */
  countedMs: number
  /** The wall clock at the last count, in milliseconds. */
  seenAtMs: number
}

export type Look = {
  nowMs: number
  /** Milliseconds of the page's monotonic clock that are not counted yet. */
  openMs: number
  /** The limit that the count is compared with. */
  limitMs: number
}

export const dayMs = 24 * 60 * 60_000
/** Most that counts when the wall clock went back, which shows that it was set but not how much time has passed. */
const backwardMostMs = 60 * 60_000

export const freshAge = (nowMs: number): OfflineAge => ({ countedMs: 0, seenAtMs: nowMs })

export function countTime(age: OfflineAge, { nowMs, openMs, limitMs }: Look): OfflineAge {
  const wallMs = nowMs - age.seenAtMs
  const forwardMostMs = Math.min(dayMs, limitMs / 2)
  const byWallMs = wallMs >= 0 ? Math.min(wallMs, forwardMostMs) : Math.min(-wallMs, backwardMostMs, forwardMostMs)
  return { countedMs: age.countedMs + Math.max(byWallMs, openMs, 0), seenAtMs: nowMs }
}

export const isOver = ({ countedMs }: OfflineAge, limitMs: number): boolean => countedMs >= limitMs
