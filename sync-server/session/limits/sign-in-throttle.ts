import { assertNoWait, beginGuess, createCrowdLimit, readWait, toGrowing, tryGuess, type CrowdKeys, type Guess } from './guess-limits.ts'
import type { LimitStore } from './limit-store.ts'
import { toWiderNetworks } from './networks.ts'
import type { Key } from './tries.ts'

const minuteMs = 60_000

const pair = toGrowing('sign-in pair', 5, 15 * minuteMs)
const device = toGrowing('sign-in device', 10, 15 * minuteMs)
const address = toGrowing('sign-in address', 50, 30_000)
const network = toGrowing('sign-in network', 200, 30_000)
const account = createCrowdLimit('sign-in account', { network: { freeTries: 20, maxDelayMs: 10_000 }, all: { freeTries: 100, maxDelayMs: 30_000 } })

export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/**
 * Sign-in is limited per account and address, per address (one guesser, many accounts) and per account (many addresses), the
 * last two for seconds only: whoever guesses must not be able to lock the others out. A known device has tries of its own.
 */
export function createSignInThrottle(store: LimitStore) {
  const toDeviceKeys = (deviceId: string, loginId: string): Key[] => [{ limit: device, key: `${deviceId} ${loginIdToKey(loginId)}`, forget: true }]
  const toKeys = (loginId: string, remoteAddress: string): readonly [Key[], CrowdKeys] => {
    const accountKey = loginIdToKey(loginId)
    const [place, site] = toWiderNetworks(remoteAddress)
    return [
      [
        { limit: address, key: place, forget: false },
        ...(site === undefined ? [] : [{ limit: network, key: site, forget: false }]),
        { limit: pair, key: `${place} ${accountKey}`, forget: true },
      ],
      account.keysOf(accountKey, remoteAddress, { forget: true }),
    ]
  }

  return {
    /**
     * Refuses whoever has to wait; counts nothing.
     * @param deviceId of a device on which somebody signed in to this very account before
     * @throws AppError TOO_MANY_REQUESTS with the seconds to wait
     */
    async assertRoom(loginId: string, remoteAddress: string, deviceId?: string): Promise<void> {
      if (deviceId !== undefined && (await readWait(store, toDeviceKeys(deviceId, loginId))) === 0) return
      assertNoWait(await readWait(store, ...toKeys(loginId, remoteAddress)))
    },
    /** Begins a try. @throws AppError TOO_MANY_REQUESTS with the seconds to wait */
    async begin(loginId: string, remoteAddress: string, deviceId?: string): Promise<Guess> {
      if (deviceId !== undefined) {
        const guess = await tryGuess(store, toDeviceKeys(deviceId, loginId))
        if (!('waitMs' in guess)) return guess
      }
      return beginGuess(store, ...toKeys(loginId, remoteAddress))
    },
  }
}

/** The spelling of a login id makes no new account. */
export const loginIdToKey = (loginId: string): string => loginId.trim().toLowerCase()
