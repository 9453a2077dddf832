import { isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'

/**
 * Address of whoever sends the request, for limits. Each trusted proxy appends the address that it saw, so with n of them
 * the n-th from the right is the outermost one that nobody could invent.
 */
export function readClientAddress(c: Context<AppEnv>, config: Pick<Config, 'trustedProxyHops'>): string {
  if (config.trustedProxyHops > 0) {
    const hops = (c.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
    const address = hops.at(-config.trustedProxyHops) ?? hops[0]
    if (address !== undefined && address !== '') return toNetwork(address.slice(0, 100))
  }
  return toNetwork(getConnInfo(c).remote.address ?? 'unknown')
}

/** Whoever has one IPv6 address has the 2^64 of its network: a limit must count them as one. Other addresses stay as they are. */
export function toNetwork(address: string): string {
  const plain = address.replace(/^\[|\]$|%.*$/g, '')
  if (!isIPv6(plain)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  const [head, tail] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : 8 - (head?.length ?? 0) - tail.length
  const groups = [...(head ?? []), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(tail ?? [])]
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Is the address in use https? PUBLIC_URL says so, or a trusted proxy does. */
export const isHttps = (c: Context<AppEnv>, config: Pick<Config, 'trustedProxyHops' | 'publicOrigin'>): boolean =>
  config.publicOrigin?.startsWith('https:') === true ||
  (config.trustedProxyHops > 0 && c.req.header('X-Forwarded-Proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https')
