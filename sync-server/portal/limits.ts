import { AppError } from '#schema/errors.ts'
import { createThrottle } from '../session/throttle.ts'
import { createWindowLimit, takeAll } from '../session/window-limit.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export type PortalLimits = ReturnType<typeof createPortalLimits>

/** `phone`: country code and digits. */
type Asker = { shopId: string; phone: string; remoteAddress: string }

/**
 * Limits of the portal per phone, address and shop (AMB-10, AMB-116, AMB-124). They count what was asked, never whether a number is
 * known. The address limits leave room for a shop full of customers behind one wifi.
 */
export function createPortalLimits(clock: () => Date) {
  const window = (max: number, windowMs: number) => createWindowLimit({ max, windowMs }, clock)
  const growing = (freeTries: number, maxDelayMs: number) =>
    createThrottle({ freeTries, firstDelayMs: 1000, maxDelayMs, forgetAfterMs: Math.max(hourMs, 2 * maxDelayMs) }, clock)

  const sends = { phoneHour: window(5, hourMs), phoneDay: window(10, 24 * hourMs), address: window(30, hourMs), shop: window(300, hourMs) }
  const registrations = { phone: window(5, hourMs), address: window(15, hourMs), shop: window(100, hourMs) }
  const orders = { customer: window(20, hourMs), address: window(60, hourMs) }
  const guesses = { phone: growing(10, 30 * minuteMs), address: growing(50, 15 * minuteMs), shop: growing(500, 10_000) }

  return {
    beginSend: ({ shopId, phone, remoteAddress }: Asker): (() => void) =>
      takeAll([[sends.phoneHour, phone], [sends.phoneDay, phone], [sends.address, remoteAddress], [sends.shop, shopId]]),
    beginRegistration: ({ shopId, phone, remoteAddress }: Asker): void =>
      void takeAll([[registrations.phone, `${shopId} ${phone}`], [registrations.address, remoteAddress], [registrations.shop, shopId]]),
    beginOrder: ({ customerId, remoteAddress }: { customerId: string; remoteAddress: string }): void =>
      void takeAll([[orders.customer, customerId], [orders.address, remoteAddress]]),
    /**
     * A guess counts as wrong until it `succeed`s, so that many at once do not slip through. A one-time code has its own five tries, so
     * the phone counts for access codes only: waiting longer and longer would keep its owner out as well.
     */
    beginGuess: ({ shopId, phone, remoteAddress }: Asker, kind: 'otp' | 'access'): { succeed: () => void } => {
      const general = [[guesses.address, remoteAddress], [guesses.shop, shopId]] as const
      const keys = kind === 'otp' ? general : ([...general, [guesses.phone, `${shopId} ${phone}`]] as const)
      const waitMs = Math.max(...keys.map(([throttle, key]) => throttle.waitMs(key)))
      if (waitMs > 0) throw new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      for (const [throttle, key] of keys) throttle.begin(key)
      return { succeed: () => keys.forEach(([throttle, key]) => throttle.succeed(key, { forget: throttle === guesses.phone })) }
    },
  }
}
