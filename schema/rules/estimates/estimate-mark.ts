/** What the list says of an order's estimates: the customer said no, or has not answered yet. */
export type EstimateMark = 'declined' | 'waiting'

type Marked = { state: unknown; version: number; createdAt: string }

/** The newest estimate that the customer has or had before them says it; a draft and a withdrawn one are not before anybody. */
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

/** One that waits for the server has no version yet: it comes behind all. */
const isNewer = (one: Marked, other: Marked): boolean => {
  const [oneVersion, otherVersion] = [one.version || Infinity, other.version || Infinity]
  return oneVersion === otherVersion ? one.createdAt > other.createdAt : oneVersion > otherVersion
}
