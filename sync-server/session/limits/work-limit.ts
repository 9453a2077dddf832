import { AppError } from '#schema/errors.ts'

type Limit = {
  /** Burst: units of work allowed at once after idle time. */
  capacity: number
  /** Sustained units of work per second. */
  perSecond: number
  message: string
}

type Bucket = { level: number; atMs: number }

/** Above this many keys, refilled ones are dropped. */
const sweepAbove = 10_000

/**
 * A token bucket of work per key. Work is charged afterwards, so that no single large request is refused; keys in debt
 * wait. Uses a monotonic clock in memory: a restart resets it.
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

/** Sustains about a thousand requests a second; the burst covers the first sync of ten devices or months of backlog. */
const sessionLimit: Limit = { capacity: 1_000_000, perSecond: 3_000, message: 'This session asks for too much at once. Please wait a moment.' }

/** The ledger stores every refusal. The burst covers a week of changes that are all refused. */
const refusalLimit: Limit = { capacity: 20_000, perSecond: 1, message: 'Too many changes were refused. Please wait a moment.' }

/** Limits far above normal use: work per session or token, and refused changes per user. */
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
    /** @throws AppError TOO_MANY_REQUESTS before reading the push, when too many of the user's changes were refused */
    beginPush(sessionId: string, userId: string, ops: number): { end: (refused: number) => void } {
      refusals.assertRoom(userId)
      work.charge(sessionId, ops)
      return { end: (refused) => void (refused > 0 && refusals.charge(userId, refused)) }
    },
  }
}
