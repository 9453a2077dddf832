import { AppError } from '#schema/errors.ts'
import type { LimitStore } from './limit-store.ts'
import { toWiderNetworks } from './networks.ts'
import type { ThrottleLimit } from './throttle.ts'
import { beginTries, endTries, findTries, moveBack, type Key } from './tries.ts'

const hourMs = 3_600_000

/** Failures up to which a network does not count as guessing. */
const freshFailures = 3

/** A try that was let through. It counts as failed until one of these is called; neither throws. */
export type Guess = {
  succeed: () => Promise<void>
  /** Nothing was tried in the end. */
  giveBack: () => Promise<void>
}

/** Who asks of a crowd: the networks, the widest last; which of the two waits counts depends on what the widest has done. */
export type CrowdKeys = { places: readonly [Key, ...Key[]]; fresh: Key; guessing: Key }

/** @throws AppError TOO_MANY_REQUESTS with the seconds to wait; then nothing counts */
export async function beginGuess(store: LimitStore, keys: readonly Key[], crowd?: CrowdKeys): Promise<Guess> {
  const guess = await tryGuess(store, keys, crowd)
  if (!('waitMs' in guess)) return guess
  throw mustWait(guess.waitMs)
}

/** @returns the try, or the wait that it is refused for; then nothing counts */
export async function tryGuess(store: LimitStore, keys: readonly Key[], crowd?: CrowdKeys): Promise<Guess | { waitMs: number }> {
  const now = store.clock()
  const { counting, waitMs: knownWaitMs } = await look(store, now, keys, crowd)
  // Whoever is refused does not make others wait for the writer.
  const waitMs = knownWaitMs || (await beginTries(store, counting, now))
  if (waitMs > 0) return { waitMs }
  await store.noteUse()
  const takenBack = counting.map((key) => ({ ...key, forget: false }))
  return { succeed: () => endTries(store, counting), giveBack: () => endTries(store, takenBack) }
}

/** Milliseconds until a try may begin; counts nothing. */
export const readWait = async (store: LimitStore, keys: readonly Key[], crowd?: CrowdKeys): Promise<number> =>
  (await look(store, store.clock(), keys, crowd)).waitMs

/** The keys that a try counts for now, and the longest of their waits. */
async function look(store: LimitStore, now: Date, keys: readonly Key[], crowd?: CrowdKeys): Promise<{ counting: readonly Key[]; waitMs: number }> {
  const known = await findTries(store.reader, [...keys, ...(crowd === undefined ? [] : [...crowd.places, crowd.fresh, crowd.guessing])], now)
  if (known.fromFuture.length > 0) await moveBack(store, known.fromFuture)
  const counting = crowd === undefined ? keys : [...keys, ...crowd.places, chooseWait(crowd, known.failuresOf)]
  return { counting, waitMs: known.waitMs(counting) }
}

export function assertNoWait(waitMs: number): void {
  if (waitMs > 0) throw mustWait(waitMs)
}

const mustWait = (waitMs: number): AppError => new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: Math.ceil(waitMs / 1000) })

const chooseWait = ({ places, fresh, guessing }: CrowdKeys, failuresOf: (key: Key) => number): Key =>
  failuresOf(places.at(-1) ?? places[0]) < freshFailures ? fresh : guessing

/** @param maxDelayMs the longest wait between two tries of a key */
export const toGrowing = (name: string, freeTries: number, maxDelayMs: number): ThrottleLimit => ({
  name,
  freeTries,
  firstDelayMs: 1000,
  maxDelayMs,
  forgetAfterMs: Math.max(hourMs, 2 * maxDelayMs),
})

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
export function createCrowdLimit(name: string, { network, all }: CrowdLimit) {
  const networks = toGrowing(`${name} network`, network.freeTries, network.maxDelayMs)
  const guessing = toGrowing(`${name} guessing`, all.freeTries, all.maxDelayMs)
  const fresh = toGrowing(`${name} fresh`, all.freeTries, 1_000)
  return {
    keysOf(target: string, remoteAddress: string, { forget }: { forget: boolean }): CrowdKeys {
      const [address, ...wider] = toWiderNetworks(remoteAddress)
      const toPlace = (place: string): Key => ({ limit: networks, key: `${place} ${target}`, forget })
      const [first = address, ...others] = wider
      return {
        places: [toPlace(first), ...others.map(toPlace)],
        fresh: { limit: fresh, key: target, forget },
        guessing: { limit: guessing, key: target, forget },
      }
    },
  }
}
