/** Growing delays between failed tries of one key (AMB-10): the pure rule. `name`: its own among all limits. */
export type ThrottleLimit = {
  name: string
  /** Failures that cost nothing. */
  freeTries: number
  firstDelayMs: number
  maxDelayMs: number
  /** A key without a try for so long is forgotten. */
  forgetAfterMs: number
}

export type Tries = { failures: number; blockedUntilMs: number; lastTryMs: number }

/** Clocks of processes differ by less. */
const clockToleranceMs = 1_000

export const isFromFuture = ({ lastTryMs }: Tries, nowMs: number): boolean => lastTryMs - nowMs > clockToleranceMs

/** What counts of a key now. After the clock was set back the wait begins again, and must not last until the old time comes round. */
export function readTries({ forgetAfterMs }: ThrottleLimit, stored: Tries | undefined, nowMs: number): Tries {
  if (stored === undefined || nowMs - stored.lastTryMs >= forgetAfterMs) return { failures: 0, blockedUntilMs: 0, lastTryMs: nowMs }
  if (!isFromFuture(stored, nowMs)) return stored
  return { ...stored, blockedUntilMs: stored.blockedUntilMs - (stored.lastTryMs - nowMs), lastTryMs: nowMs }
}

/** Milliseconds until the key may try again; 0 when it may now. */
export const readWaitMs = ({ blockedUntilMs }: Tries, nowMs: number): number => Math.max(0, blockedUntilMs - nowMs)

/** A try counts as failed from its start, so that many sent at once do not all slip through. */
export function addTry({ freeTries, firstDelayMs, maxDelayMs }: ThrottleLimit, tries: Tries, nowMs: number): Tries {
  const failures = tries.failures + 1
  const over = failures - freeTries
  const delayMs = over < 0 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(over, 30))
  // A free try blocks nobody, not even one whose clock is a little behind.
  return { failures, blockedUntilMs: delayMs === 0 ? 0 : nowMs + delayMs, lastTryMs: nowMs }
}

/** Failures from which a key is kept until it is forgotten: dropping it would grant new tries. */
export const toKeptFrom = ({ freeTries }: ThrottleLimit): number => Math.ceil(freeTries / 2)
