import { AppError } from '#schema/errors.ts'

type Limit = {
  /** Units of work that may be done at once after a quiet time. */
  capacity: number
  /** Units of work that may be done for ever. */
  perSecond: number
  message: string
}

type Bucket = { level: number; atMs: number }

/** Keys that have had time to fill up again are dropped when there are more than this. */
const sweepAbove = 10_000

/**
 * A token bucket of work per key. Work is charged afterwards, so that nothing large is refused by itself; keys in debt wait. Uses a
 * monotonic clock and is kept in memory: a restart resets it.
 * @param monotonic milliseconds
 */
export function createWorkLimit({ capacity, perSecond, message }: Limit, monotonic: () => number = () => performance.now()) {
  const bucketByKey = new Map<string, Bucket>()

  const readLevel = (key: string): number => {
    const bucket = bucketByKey.get(key)
    return bucket === undefined ? capacity : Math.min(capacity, bucket.level + (Math.max(0, monotonic() - bucket.atMs) / 1_000) * perSecond)
  }
  const sweep = (): void => {
    for (const key of bucketByKey.keys()) if (readLevel(key) >= capacity) bucketByKey.delete(key)
  }

  return {
    /** @throws AppError TOO_MANY_REQUESTS with the seconds until the debt is paid */
    assertRoom(key: string): void {
      const level = readLevel(key)
      if (level < 0) throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: Math.ceil(-level / perSecond) })
    },
    charge(key: string, units: number): void {
      bucketByKey.set(key, { level: readLevel(key) - units, atMs: monotonic() })
      if (bucketByKey.size > sweepAbove) sweep()
    },
  }
}

export type WorkLimits = ReturnType<typeof createWorkLimits>

/** A thousand requests a second for ever, and what ten devices' first synchronization or months of backlog cost at once. */
const sessionLimit: Limit = { capacity: 1_000_000, perSecond: 3_000, message: 'This session asks for too much at once. Please wait a moment.' }

/** The ledger notes every refusal: a week of changes that are all refused is in order, day after day of them is not. */
const refusalLimit: Limit = { capacity: 20_000, perSecond: 1, message: 'Too many changes were refused. Please wait a moment.' }

/** Limits that no honest device meets: of a session's or token's work, and of what is refused of one person's changes. */
export function createWorkLimits(monotonic?: () => number) {
  const work = createWorkLimit(sessionLimit, monotonic)
  const refusals = createWorkLimit(refusalLimit, monotonic)
  return {
    /** `key`: id of the session or token. @throws AppError TOO_MANY_REQUESTS */
    beginRequest(key: string, bodyBytes: number): void {
      work.assertRoom(key)
      work.charge(key, 3 + bodyBytes / 1_000)
    },
    chargePull: (sessionId: string, documents: number): void => work.charge(sessionId, documents / 20),
    /** @throws AppError TOO_MANY_REQUESTS before anything is looked at, when too much of the person's was refused */
    beginPush(sessionId: string, userId: string, mutations: number): { end: (refused: number) => void } {
      refusals.assertRoom(userId)
      work.charge(sessionId, mutations)
      return { end: (refused) => void (refused > 0 && refusals.charge(userId, refused)) }
    },
  }
}
