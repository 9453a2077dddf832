import { AppError } from '#schema/errors.ts'

type Limit = {
  /** Failures that cost nothing. */
  freeTries: number
  firstDelayMs: number
  maxDelayMs: number
  /** A key without a try for so long is forgotten. */
  forgetAfterMs: number
}

type Tries = { failures: number; blockedUntilMs: number; lastTryMs: number }

/** Any one guesser fills this many keys at most; the oldest go first. */
const maxKeys = 50_000

export type Throttle = ReturnType<typeof createThrottle>

/**
 * Growing delays between failed tries of one key (AMB-10). A try counts as failed from its start until `succeed`,
 * so that many sent at once do not all slip through. Kept in memory: a restart forgives.
 */
export function createThrottle(limit: Limit, clock: () => Date) {
  const triesByKey = new Map<string, Tries>()

  const readTries = (key: string, nowMs: number): Tries => {
    const tries = triesByKey.get(key)
    if (tries === undefined || nowMs - tries.lastTryMs >= limit.forgetAfterMs) return { failures: 0, blockedUntilMs: 0, lastTryMs: nowMs }
    const steppedBackMs = tries.lastTryMs - nowMs
    if (steppedBackMs <= 0) return tries
    // The clock was set back: the wait begins again, and must not last until the old time comes round.
    const moved = { ...tries, blockedUntilMs: tries.blockedUntilMs - steppedBackMs, lastTryMs: nowMs }
    triesByKey.set(key, moved)
    return moved
  }

  return {
    /** Milliseconds until the key may try again; 0 when it may now. */
    waitMs(key: string): number {
      const nowMs = clock().getTime()
      return Math.max(0, readTries(key, nowMs).blockedUntilMs - nowMs)
    },
    begin(key: string): void {
      const nowMs = clock().getTime()
      const failures = readTries(key, nowMs).failures + 1
      const over = failures - limit.freeTries
      const delayMs = over < 0 ? 0 : Math.min(limit.maxDelayMs, limit.firstDelayMs * 2 ** Math.min(over, 30))
      triesByKey.delete(key)
      triesByKey.set(key, { failures, blockedUntilMs: nowMs + delayMs, lastTryMs: nowMs })
      if (triesByKey.size > maxKeys) triesByKey.delete(triesByKey.keys().next().value as string)
    },
    /** The try was a good one. `forget` clears the key; otherwise only this try is taken back. */
    succeed(key: string, { forget }: { forget: boolean }): void {
      const tries = triesByKey.get(key)
      if (tries === undefined) return
      if (forget || tries.failures <= 1) triesByKey.delete(key)
      else triesByKey.set(key, { ...tries, failures: tries.failures - 1, blockedUntilMs: 0 })
    },
  }
}

const minuteMs = 60_000

export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/** Sign-in is limited per account and address, per address (one guesser, many accounts) and per account (many addresses). */
export function createSignInThrottle(clock: () => Date) {
  const pair = createThrottle({ freeTries: 5, firstDelayMs: 1000, maxDelayMs: 15 * minuteMs, forgetAfterMs: 60 * minuteMs }, clock)
  const address = createThrottle({ freeTries: 50, firstDelayMs: 1000, maxDelayMs: 15 * minuteMs, forgetAfterMs: 60 * minuteMs }, clock)
  // Short on purpose: whoever guesses at somebody's account must not be able to lock them out of it.
  const account = createThrottle({ freeTries: 100, firstDelayMs: 1000, maxDelayMs: 30_000, forgetAfterMs: 60 * minuteMs }, clock)

  return {
    /** @throws AppError TOO_MANY_REQUESTS with the seconds to wait. */
    begin(loginId: string, remoteAddress: string): { succeed: () => void } {
      const accountKey = loginId.trim().toLowerCase()
      const pairKey = `${remoteAddress} ${accountKey}`
      const waitMs = Math.max(pair.waitMs(pairKey), address.waitMs(remoteAddress), account.waitMs(accountKey))
      if (waitMs > 0) throw new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      pair.begin(pairKey)
      address.begin(remoteAddress)
      account.begin(accountKey)
      return {
        succeed() {
          pair.succeed(pairKey, { forget: true })
          address.succeed(remoteAddress, { forget: false })
          account.succeed(accountKey, { forget: true })
        },
      }
    },
  }
}
