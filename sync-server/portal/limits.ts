import { assertNoWait, beginGuess, createCrowdLimit, readWait, toGrowing, type Guess } from '../session/limits/guess-limits.ts'
import type { LimitStore } from '../session/limits/limit-store.ts'
import { toWiderNetworks } from '../session/limits/networks.ts'
import { takeAll, type WindowLimit } from '../session/limits/window-limit.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const toWindow = (name: string, max: number, windowMs: number): WindowLimit => ({ name: `portal ${name}`, max, windowMs })
/** `site`: a /24 of IPv4, a /48 of IPv6; `provider`: a /32 of IPv6. */
const toShares = (name: string, site: number, provider: number, windowMs: number) =>
  [toWindow(`${name} site`, site, windowMs), toWindow(`${name} provider`, provider, windowMs)] as const

const sends = {
  address: toWindow('send address', 30, hourMs),
  networks: toShares('send', 60, 120, hourMs),
  phoneHour: toWindow('send phone hour', 5, hourMs),
  phoneDay: toWindow('send phone day', 10, dayMs),
  shop: toWindow('send shop', 300, hourMs),
}
const registrations = {
  address: toWindow('registration address', 15, hourMs),
  networks: toShares('registration', 30, 50, hourMs),
  phone: toWindow('registration phone', 5, hourMs),
  shop: toWindow('registration shop', 100, hourMs),
}
const orders = { address: toWindow('order address', 60, hourMs), customer: toWindow('order customer', 20, hourMs) }
const texts = { address: toWindow('text address', 30, hourMs), order: toWindow('text order', 10, hourMs), shop: toWindow('text shop', 300, hourMs) }
const accessGuesses = {
  networks: toShares('access', 200, 400, dayMs),
  phone: toWindow('access phone', 100, dayMs),
  shop: toWindow('access shop', 1_000, dayMs),
}
const guesses = {
  address: toGrowing('portal guess address', 50, 30_000),
  pair: toGrowing('portal guess pair', 10, 30 * minuteMs),
  phone: toGrowing('portal guess phone', 10, 30_000),
  shop: createCrowdLimit('portal guess shop', { network: { freeTries: 100, maxDelayMs: 30_000 }, all: { freeTries: 500, maxDelayMs: 10_000 } }),
}

const links = { address: toGrowing('estimate link address', 50, 30_000), network: toGrowing('estimate link network', 200, 30_000) }

export type PortalLimits = ReturnType<typeof createPortalLimits>

/** `phone`: country code and digits. */
type Asker = { shopId: string; phone: string; remoteAddress: string }

/**
 * Limits of the portal per phone, address, network and shop (AMB-10, AMB-116, AMB-124). They count what was asked, never whether
 * a number is known. The address limits leave room for a shop full of customers behind one wifi; no network can use up the
 * shop's alone.
 */
export function createPortalLimits(store: LimitStore) {
  return {
    beginSend: ({ shopId, phone, remoteAddress }: Asker): Promise<() => Promise<void>> =>
      takeAll(store, [...toPlaces(remoteAddress, shopId, sends), [sends.phoneHour, phone], [sends.phoneDay, phone], [sends.shop, shopId]]),
    async beginRegistration({ shopId, phone, remoteAddress }: Asker): Promise<void> {
      await takeAll(store, [...toPlaces(remoteAddress, shopId, registrations), [registrations.phone, `${shopId} ${phone}`], [registrations.shop, shopId]])
    },
    async beginOrder({ customerId, remoteAddress }: { customerId: string; remoteAddress: string }): Promise<void> {
      await takeAll(store, [
        [orders.address, toWiderNetworks(remoteAddress)[0]],
        [orders.customer, customerId],
      ])
    },
    async beginText({ shopId, orderId, remoteAddress }: { shopId: string; orderId: string; remoteAddress: string }): Promise<void> {
      await takeAll(store, [
        [texts.address, toWiderNetworks(remoteAddress)[0]],
        [texts.order, orderId],
        [texts.shop, shopId],
      ])
    },
    /** What a link leads to. Only wrong links count, so that a page with many pictures costs nothing; who has guessed much has to wait. */
    async openLink<Found>(remoteAddress: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
      const [address, ...networks] = toWiderNetworks(remoteAddress)
      const keys = [
        { limit: links.address, key: address, forget: false },
        ...networks.map((network) => ({ limit: links.network, key: network, forget: false })),
      ]
      assertNoWait(await readWait(store, keys))
      const found = await find()
      if (found === undefined) await beginGuess(store, keys)
      return found
    },
    /**
     * A guess counts as wrong until it `succeed`s, so that many at once do not slip through. A one-time code has its own five tries, so
     * the phone counts for access codes only: waiting longer and longer would keep its owner out as well. Of access codes a day has
     * 100 wrong guesses a phone and 1,000 a shop; the code by text message is there for whoever meets them.
     */
    async beginGuess({ shopId, phone, remoteAddress }: Asker, kind: 'otp' | 'access'): Promise<Guess> {
      const [address] = toWiderNetworks(remoteAddress)
      const ofAddress = { limit: guesses.address, key: address, forget: false }
      const crowd = guesses.shop.keysOf(shopId, remoteAddress, { forget: false })
      if (kind === 'otp') return beginGuess(store, [ofAddress], crowd)
      const phoneKey = `${shopId} ${phone}`
      const places = toPlaces(remoteAddress, shopId, accessGuesses)
      const takeBack = await takeAll(store, [...places, [accessGuesses.phone, phoneKey], [accessGuesses.shop, shopId]])
      try {
        const pairs = [
          { limit: guesses.pair, key: `${address} ${phoneKey}`, forget: true },
          { limit: guesses.phone, key: phoneKey, forget: true },
        ]
        const guess = await beginGuess(store, [ofAddress, ...pairs], crowd)
        const ended = (end: () => Promise<void>) => async () => {
          await end()
          await takeBack()
        }
        return { succeed: ended(guess.succeed), giveBack: ended(guess.giveBack) }
      } catch (error) {
        await takeBack()
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
