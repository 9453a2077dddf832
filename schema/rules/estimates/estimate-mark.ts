export type EstimateMark = 'declined' | 'waiting'

type Marked = { state: unknown; version: number; createdAt: string }

/** From the newest estimate that was sent; drafts and withdrawn ones do not count. */
export function findEstimateMark(estimates: Iterable<Marked>): EstimateMark | null {
  let newest: Marked | undefined
  for (const estimate of estimates) if (markByState.has(estimate.state) && (newest === undefined || isNewer(estimate, newest))) newest = estimate
  return markByState.get(newest?.state) ?? null
}

const markByState: ReadonlyMap<unknown, EstimateMark | null> = new Map([
  ['sent', 'waiting'],
  ['declined', 'declined'],
  ['approved', null],
])

/** An unsynced estimate has no version yet and counts as the newest. */
const isNewer = (one: Marked, other: Marked): boolean => {
  const [oneVersion, otherVersion] = [one.version || Infinity, other.version || Infinity]
  return oneVersion === otherVersion ? one.createdAt > other.createdAt : oneVersion > otherVersion
}
