import { beginGuess, createCrowdLimit, createGrowing } from '../session/limits/guess-limits.ts'
import { toWiderNetworks } from '../session/limits/networks.ts'
import { createWindowLimit, takeAll, type WindowLimit } from '../session/limits/window-limit.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export type PortalLimits = ReturnType<typeof createPortalLimits>

/** `phone`: country code and digits. */
type Asker = { shopId: string; phone: string; remoteAddress: string }

/**
 * Limits of the portal per phone, address, network and shop (AMB-10, AMB-116, AMB-124). They count what was asked, never whether
 * a number is known. The address limits leave room for a shop full of customers behind one wifi; no network can use up the
 * shop's alone.
 */
export function createPortalLimits(clock: () => Date) {
  const window = (max: number, windowMs: number): WindowLimit => createWindowLimit({ max, windowMs }, clock)
  /** `site`: a /24 of IPv4, a /48 of IPv6; `provider`: a /32 of IPv6. */
  const shares = (site: number, provider: number, windowMs: number) => [window(site, windowMs), window(provider, windowMs)] as const

  const sends = {
    address: window(30, hourMs),
    networks: shares(60, 120, hourMs),
    phoneHour: window(5, hourMs),
    phoneDay: window(10, dayMs),
    shop: window(300, hourMs),
  }
  const registrations = { address: window(15, hourMs), networks: shares(30, 50, hourMs), phone: window(5, hourMs), shop: window(100, hourMs) }
  const orders = { address: window(60, hourMs), customer: window(20, hourMs) }
  const accessGuesses = { networks: shares(200, 400, dayMs), phone: window(100, dayMs), shop: window(1_000, dayMs) }
  const guesses = {
    address: createGrowing(50, 30_000, clock),
    pair: createGrowing(10, 30 * minuteMs, clock),
    phone: createGrowing(10, 30_000, clock),
    shop: createCrowdLimit({ network: { freeTries: 100, maxDelayMs: 30_000 }, all: { freeTries: 500, maxDelayMs: 10_000 } }, clock),
  }

  return {
    beginSend: ({ shopId, phone, remoteAddress }: Asker): (() => void) =>
      takeAll([...toPlaces(remoteAddress, shopId, sends), [sends.phoneHour, phone], [sends.phoneDay, phone], [sends.shop, shopId]]),
    beginRegistration: ({ shopId, phone, remoteAddress }: Asker): void =>
      void takeAll([...toPlaces(remoteAddress, shopId, registrations), [registrations.phone, `${shopId} ${phone}`], [registrations.shop, shopId]]),
    beginOrder: ({ customerId, remoteAddress }: { customerId: string; remoteAddress: string }): void =>
      void takeAll([
        [orders.address, toWiderNetworks(remoteAddress)[0]],
        [orders.customer, customerId],
      ]),
    /**
     * A guess counts as wrong until it `succeed`s, so that many at once do not slip through. A one-time code has its own five tries, so
     * the phone counts for access codes only: waiting longer and longer would keep its owner out as well. Of access codes a day has
     * 100 wrong guesses a phone and 1,000 a shop; the code by text message is there for whoever meets them.
     */
    beginGuess({ shopId, phone, remoteAddress }: Asker, kind: 'otp' | 'access'): { succeed: () => void; giveBack: () => void } {
      const [address] = toWiderNetworks(remoteAddress)
      const general = [{ throttle: guesses.address, key: address, forget: false }, ...guesses.shop.keysOf(shopId, remoteAddress, { forget: false })]
      if (kind === 'otp') return beginGuess(general)
      const phoneKey = `${shopId} ${phone}`
      const places = toPlaces(remoteAddress, shopId, accessGuesses)
      const takeBack = takeAll([...places, [accessGuesses.phone, phoneKey], [accessGuesses.shop, shopId]])
      try {
        const guess = beginGuess([
          ...general,
          { throttle: guesses.pair, key: `${address} ${phoneKey}`, forget: true },
          { throttle: guesses.phone, key: phoneKey, forget: true },
        ])
        const ended = (end: () => void) => () => {
          end()
          takeBack()
        }
        return { succeed: ended(guess.succeed), giveBack: ended(guess.giveBack) }
      } catch (error) {
        takeBack()
        throw error
      }
    },
  }
}

/** The address first, over all shops; then each network that it belongs to, for this shop. */
function toPlaces(
  remoteAddress: string,
  shopId: string,
  limits: { address?: WindowLimit; networks: readonly [WindowLimit, WindowLimit] },
): (readonly [WindowLimit, string])[] {
  const [address, ...wider] = toWiderNetworks(remoteAddress)
  const [site, provider] = limits.networks
  return [
    ...(limits.address ? [[limits.address, address] as const] : []),
    ...wider.map((network, index) => [index === 0 ? site : provider, `${shopId} ${network}`] as const),
  ]
}
