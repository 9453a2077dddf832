/**
 * How long a device has been without its server, counted so that no clock decides it alone: time in use by the page's own forward clock,
 * the rest by the wall clock between two looks, of which a jump counts little.
 */
export type OfflineAge = {
  /** Milliseconds that count since the last contact. */
  countedMs: number
  /** The wall clock at the last look. */
  seenAtMs: number
}

export type Look = {
  nowMs: number
  /** Milliseconds of the page's forward clock that no look has counted yet. */
  openMs: number
  /** The limit that the count is held against. */
  limitMs: number
}

export const dayMs = 24 * 60 * 60_000
/** A clock that went back tells that it was set, not how long nobody looked. */
const backwardMostMs = 60 * 60_000

export const freshAge = (nowMs: number): OfflineAge => ({ countedMs: 0, seenAtMs: nowMs })

export function countTime(age: OfflineAge, { nowMs, openMs, limitMs }: Look): OfflineAge {
  const wallMs = nowMs - age.seenAtMs
  const forwardMostMs = Math.min(dayMs, limitMs / 2)
  const byWallMs = wallMs >= 0 ? Math.min(wallMs, forwardMostMs) : Math.min(-wallMs, backwardMostMs, forwardMostMs)
  return { countedMs: age.countedMs + Math.max(byWallMs, openMs, 0), seenAtMs: nowMs }
}

export const isOver = ({ countedMs }: OfflineAge, limitMs: number): boolean => countedMs >= limitMs
