import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'
import { toNetwork } from '../session/limits/networks.ts'

/** Client address for rate limits: each trusted proxy appends one, so the n-th from the right is the last that cannot be forged. */
export function readClientAddress(c: Context<AppEnv>, config: Pick<Config, 'trustedProxyHops'>): string {
  if (config.trustedProxyHops > 0) {
    const hops = (c.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
    const address = hops.at(-config.trustedProxyHops) ?? hops[0]
    if (address !== undefined && address !== '') return toNetwork(address.slice(0, 100))
  }
  return toNetwork(getConnInfo(c).remote.address ?? 'unknown')
}

/** Whether the client uses https, according to PUBLIC_URL or a trusted proxy. */
export const isHttps = (c: Context<AppEnv>, config: Pick<Config, 'trustedProxyHops' | 'publicOrigin'>): boolean =>
  config.publicOrigin?.startsWith('https:') === true ||
  (config.trustedProxyHops > 0 && c.req.header('X-Forwarded-Proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https')
