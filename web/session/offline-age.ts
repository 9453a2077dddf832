/**
 * A device's time without its server, robust against a wrong clock: time in use by the page's monotonic clock, the rest
 * by the wall clock between two counts, of which a jump counts at most a day.
 */
export type OfflineAge = {
  /** Milliseconds since the last connection. */
  countedMs: number
  /** Wall-clock milliseconds at the last count. */
  seenAtMs: number
}

type Look = {
  nowMs: number
  /** Milliseconds of the page's monotonic clock not counted yet. */
  openMs: number
  limitMs: number
}

export const dayMs = 24 * 60 * 60_000
/** The maximum that counts when the wall clock went backwards, which does not show how much time has passed. */
const backwardMostMs = 60 * 60_000

export const freshAge = (nowMs: number): OfflineAge => ({ countedMs: 0, seenAtMs: nowMs })

export function countTime(age: OfflineAge, { nowMs, openMs, limitMs }: Look): OfflineAge {
  const wallMs = nowMs - age.seenAtMs
  const forwardMostMs = Math.min(dayMs, limitMs / 2)
  const byWallMs = wallMs >= 0 ? Math.min(wallMs, forwardMostMs) : Math.min(-wallMs, backwardMostMs, forwardMostMs)
  return { countedMs: age.countedMs + Math.max(byWallMs, openMs, 0), seenAtMs: nowMs }
}
