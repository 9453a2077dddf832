import { AppError } from '#schema/errors.ts'
import { toWiderNetworks } from './networks.ts'
import { createThrottle, type ThrottleLimit } from './throttle.ts'

const hourMs = 3_600_000

/** Failures up to which a network does not count as guessing. */
const freshFailures = 3

type Throttle = ReturnType<typeof createThrottle>
type Key = { throttle: Throttle; key: string; forget: boolean }

/** A try that was let through. It counts as failed until one of these is called. */
export type Guess = {
  succeed: () => void
  /** Nothing was tried in the end. */
  giveBack: () => void
}

/** @throws AppError TOO_MANY_REQUESTS with the seconds to wait; then nothing counts */
export function beginGuess(keys: readonly Key[]): Guess {
  const waitMs = Math.max(...keys.map(({ throttle, key }) => throttle.waitMs(key)))
  if (waitMs > 0) throw new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  for (const { throttle, key } of keys) throttle.begin(key)
  return {
    succeed: () => keys.forEach(({ throttle, key, forget }) => throttle.succeed(key, { forget })),
    giveBack: () => keys.forEach(({ throttle, key }) => throttle.succeed(key, { forget: false })),
  }
}

/** @param maxDelayMs the longest wait between two tries of a key */
export const createGrowing = (freeTries: number, maxDelayMs: number, clock: () => Date): Throttle => {
  const limit: ThrottleLimit = { freeTries, firstDelayMs: 1000, maxDelayMs, forgetAfterMs: Math.max(hourMs, 2 * maxDelayMs) }
  return createThrottle(limit, clock)
}

type CrowdLimit = {
  /** Limit of each network wider than one address (a site, a provider). */
  network: { freeTries: number; maxDelayMs: number }
  /** Limit of all together. */
  all: { freeTries: number; maxDelayMs: number }
}

/**
 * Limits guesses at one target (an account, a shop) from many addresses. Networks with failures share a growing wait; others wait a
 * second at most, so that an attack locks nobody else out.
 */
export function createCrowdLimit({ network, all }: CrowdLimit, clock: () => Date) {
  const networks = createGrowing(network.freeTries, network.maxDelayMs, clock)
  const guessing = createGrowing(all.freeTries, all.maxDelayMs, clock)
  const fresh = createGrowing(all.freeTries, 1_000, clock)
  return {
    keysOf(target: string, remoteAddress: string, { forget }: { forget: boolean }): Key[] {
      const [address, ...wider] = toWiderNetworks(remoteAddress)
      const places = wider.length === 0 ? [address] : wider
      const isFresh = networks.failures(`${places.at(-1)} ${target}`) < freshFailures
      return [
        ...places.map((place) => ({ throttle: networks, key: `${place} ${target}`, forget })),
        { throttle: isFresh ? fresh : guessing, key: target, forget },
      ]
    },
  }
}
