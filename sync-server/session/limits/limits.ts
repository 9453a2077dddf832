import { toWiderNetworks } from './networks.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** `site`: a /24 of IPv4 or a /48 of IPv6; `provider`: a /32 of IPv6 only. */
type Network = 'address' | 'site' | 'provider'
type Part = Network | 'account' | 'device' | 'shop' | 'phone' | 'customer' | 'order' | 'token'

export type Limit = {
  name: string
  /** Callers with equal values of these share a count. */
  of: readonly Part[]
  /** Calls allowed within `perMs` of the first. */
  free: number
  perMs: number
  /** Waits grow from one second to this; without it a wait lasts until `perMs` is over. */
  longestMs?: number
  /** A wait of this length follows the last free call; then the count begins anew. */
  pauseMs?: number
  /** A success clears the whole count. */
  isForgiven?: true
  /** Networks with failures under this limit are guessing. */
  showsGuessing?: true
  /** Counts only guessing networks, or only the others. */
  counts?: 'guessing' | 'fresh'
  message?: string
}

type Of<Parts extends readonly Part[]> = Limit & { of: Parts }

const atMost = <const Parts extends readonly Part[]>(name: string, of: Parts, free: number, perMs: number, message?: string): Of<Parts> => ({
  name,
  of,
  free,
  perMs,
  ...(message === undefined ? {} : { message }),
})

type Growing = Pick<Limit, 'isForgiven' | 'showsGuessing' | 'counts'>
/** Growing waits between failed tries. The count expires without a try for an hour, or for twice the longest wait. */
const slowed = <const Parts extends readonly Part[]>(name: string, of: Parts, free: number, longestMs: number, more: Growing = {}): Of<Parts> => ({
  name,
  of,
  free,
  perMs: Math.max(hourMs, 2 * longestMs),
  longestMs,
  ...more,
})

type Slow = { free: number; longestMs: number }
/**
 * Distributed guesses at one target. Networks that fail share growing waits; others wait at most a second, so that an
 * attack locks nobody else out.
 */
const slowedCrowd = <const Target extends 'account' | 'shop'>(name: string, target: Target, network: Slow, all: Slow, forgiving: Pick<Limit, 'isForgiven'>) =>
  [
    slowed(name, ['site', target], network.free, network.longestMs, { ...forgiving, showsGuessing: true }),
    slowed(name, ['provider', target], network.free, network.longestMs, { ...forgiving, showsGuessing: true }),
    slowed(name, [target], all.free, secondMs, { ...forgiving, counts: 'fresh' }),
    slowed(name, [target], all.free, all.longestMs, { ...forgiving, counts: 'guessing' }),
  ] as const

const forgiving = { isForgiven: true } as const

/** One-time codes and access codes of the portal. */
const portalGuesses = [
  slowed('portal guess', ['address'], 50, 30 * secondMs),
  ...slowedCrowd('portal guess', 'shop', { free: 100, longestMs: 30 * secondMs }, { free: 500, longestMs: 10 * secondMs }, {}),
] as const

/**
 * Limits by use. Limits per address allow for many users behind one NAT; no single network can exhaust the limit of a
 * shop, phone or account and so lock others out.
 */
const limitsByUse = {
  'sign-in': [
    slowed('sign-in', ['address'], 50, 30 * secondMs),
    slowed('sign-in', ['site'], 200, 30 * secondMs),
    slowed('sign-in', ['address', 'account'], 5, 15 * minuteMs, forgiving),
    ...slowedCrowd('sign-in', 'account', { free: 20, longestMs: 10 * secondMs }, { free: 100, longestMs: 30 * secondMs }, forgiving),
  ],
  /** A device that signed in to this account before. */
  'known device': [slowed('known device', ['device', 'account'], 10, 15 * minuteMs, forgiving)],
  /** Codes of an app and recovery codes. Whoever reaches it knows the password. */
  'sign-in code': [
    {
      name: 'sign-in code',
      of: ['account'],
      free: 10,
      perMs: hourMs,
      pauseMs: hourMs,
      isForgiven: true,
      message: 'Ten sign-in codes were wrong. Please wait an hour.',
    },
  ],
  'api token': [atMost('api token', ['token'], 600, minuteMs, 'An API token may make 600 requests a minute. Please wait a moment.')],
  'message try': [atMost('message try', ['shop'], 20, hourMs)],
  /** Requests for a one-time code. These and the following limits count requests, never whether a number is known. */
  'send code': [
    atMost('send code', ['address'], 30, hourMs),
    atMost('send code', ['site', 'shop'], 60, hourMs),
    atMost('send code', ['provider', 'shop'], 120, hourMs),
    atMost('send code', ['phone'], 5, hourMs),
    atMost('send code', ['phone'], 10, dayMs),
    atMost('send code', ['shop'], 300, hourMs),
  ],
  /** A one-time code also has its own limit of five tries. */
  'one-time code': portalGuesses,
  'access code': [
    ...portalGuesses,
    slowed('access code', ['address', 'shop', 'phone'], 10, 30 * minuteMs, forgiving),
    slowed('access code', ['shop', 'phone'], 10, 30 * secondMs, forgiving),
    // A caller who reaches these can still use a code by text message.
    atMost('access code', ['shop', 'phone'], 100, dayMs),
    atMost('access code', ['site', 'shop'], 200, dayMs),
    atMost('access code', ['provider', 'shop'], 400, dayMs),
    atMost('access code', ['shop'], 1_000, dayMs),
  ],
  registration: [
    atMost('registration', ['address'], 15, hourMs),
    atMost('registration', ['site', 'shop'], 30, hourMs),
    atMost('registration', ['provider', 'shop'], 50, hourMs),
    atMost('registration', ['shop', 'phone'], 5, hourMs),
    atMost('registration', ['shop'], 100, hourMs),
  ],
  'portal order': [atMost('portal order', ['address'], 60, hourMs), atMost('portal order', ['customer'], 20, hourMs)],
  'portal photo': [
    atMost('portal photo', ['address'], 120, hourMs),
    atMost('portal photo', ['customer'], 40, hourMs),
    atMost('portal photo', ['shop'], 600, hourMs),
  ],
  'portal link': [atMost('portal link', ['address'], 300, hourMs), atMost('portal link', ['customer'], 60, hourMs)],
  'portal text': [atMost('portal text', ['address'], 30, hourMs), atMost('portal text', ['order'], 10, hourMs), atMost('portal text', ['shop'], 300, hourMs)],
  /** Invalid customer links. */
  'wrong link': [
    slowed('wrong link', ['address'], 50, 30 * secondMs),
    slowed('wrong link', ['site'], 200, 30 * secondMs),
    slowed('wrong link', ['provider'], 200, 30 * secondMs),
  ],
} as const

export type LimitedUse = keyof typeof limitsByUse

type PartOf<Use extends LimitedUse> = (typeof limitsByUse)[Use][number]['of'][number]
/** The values a use is limited by. `phone`: country code and digits. */
export type Who<Use extends LimitedUse> = Record<Exclude<PartOf<Use>, 'site' | 'provider'>, string>

/** The limits of a use that apply to this caller, each with the shared values. */
export function findLimits<Use extends LimitedUse>(use: Use, who: Who<Use>): { limit: Limit; shared: readonly string[] }[] {
  const parts: Partial<Record<Part, string>> = { ...who }
  if (parts.address !== undefined) Object.assign(parts, toNetworks(parts.address))
  return limitsByUse[use].flatMap((limit: Limit) => {
    const shared = limit.of.flatMap((part) => parts[part] ?? [])
    return shared.length === limit.of.length ? [{ limit, shared }] : []
  })
}

function toNetworks(remoteAddress: string): Partial<Record<Network, string>> {
  const [address, site = address, provider] = toWiderNetworks(remoteAddress)
  return { address, site, ...(provider === undefined ? {} : { provider }) }
}

/** When the next call is allowed after the `count`th, in epoch milliseconds; 0 without a wait. */
export function findWaitEnd({ free, longestMs, pauseMs }: Limit, count: number, nowMs: number, endsMs: number): number {
  if (count < free) return 0
  if (pauseMs !== undefined) return nowMs + pauseMs
  return longestMs === undefined ? endsMs : nowMs + Math.min(longestMs, secondMs * 2 ** (count - free))
}
