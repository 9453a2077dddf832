import { createBoundedKeys } from './bounded-keys.ts'

export type ThrottleLimit = {
  /** Failures that cost nothing. */
  freeTries: number
  firstDelayMs: number
  maxDelayMs: number
  /** A key without a try for so long is forgotten. */
  forgetAfterMs: number
}

type Tries = { failures: number; blockedUntilMs: number; lastTryMs: number }

export type Throttle = ReturnType<typeof createThrottle>

/**
 * Growing delays between failed tries of one key (AMB-10). A try counts as failed from its start until `succeed`,
 * so that many sent at once do not all slip through. Kept in memory: a restart forgives.
 */
export function createThrottle(limit: ThrottleLimit, clock: () => Date) {
  const triesByKey = createBoundedKeys<Tries>({
    mustStay: ({ failures }) => 2 * failures >= limit.freeTries,
    isOver: ({ lastTryMs }) => clock().getTime() - lastTryMs >= limit.forgetAfterMs,
  })

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
    /** Number of the key's tries that count as failed. */
    failures: (key: string): number => readTries(key, clock().getTime()).failures,
    begin(key: string): void {
      const nowMs = clock().getTime()
      const failures = readTries(key, nowMs).failures + 1
      const over = failures - limit.freeTries
      const delayMs = over < 0 ? 0 : Math.min(limit.maxDelayMs, limit.firstDelayMs * 2 ** Math.min(over, 30))
      triesByKey.set(key, { failures, blockedUntilMs: nowMs + delayMs, lastTryMs: nowMs })
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
