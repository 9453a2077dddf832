import { beginGuess, createCrowdLimit, createGrowing, type Guess } from './guess-limits.ts'
import { toWiderNetworks } from './networks.ts'

const minuteMs = 60_000

export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/**
 * Sign-in is limited per account and address, per address (one guesser, many accounts) and per account (many addresses), the
 * last two for seconds only: whoever guesses must not be able to lock the others out. A known device has tries of its own.
 */
export function createSignInThrottle(clock: () => Date) {
  const pair = createGrowing(5, 15 * minuteMs, clock)
  const device = createGrowing(10, 15 * minuteMs, clock)
  const address = createGrowing(50, 30_000, clock)
  const network = createGrowing(200, 30_000, clock)
  const account = createCrowdLimit({ network: { freeTries: 20, maxDelayMs: 10_000 }, all: { freeTries: 100, maxDelayMs: 30_000 } }, clock)

  return {
    /**
     * @param deviceId of a device on which somebody signed in to this very account before
     * @throws AppError TOO_MANY_REQUESTS with the seconds to wait
     */
    begin(loginId: string, remoteAddress: string, deviceId?: string): Guess {
      const accountKey = loginIdToKey(loginId)
      const deviceKey = `${deviceId} ${accountKey}`
      if (deviceId !== undefined && device.waitMs(deviceKey) === 0) return beginGuess([{ throttle: device, key: deviceKey, forget: true }])
      const [place, site] = toWiderNetworks(remoteAddress)
      return beginGuess([
        { throttle: address, key: place, forget: false },
        ...(site === undefined ? [] : [{ throttle: network, key: site, forget: false }]),
        { throttle: pair, key: `${place} ${accountKey}`, forget: true },
        ...account.keysOf(accountKey, remoteAddress, { forget: true }),
      ])
    },
  }
}

/** The spelling of a login id makes no new account. */
export const loginIdToKey = (loginId: string): string => loginId.trim().toLowerCase()
