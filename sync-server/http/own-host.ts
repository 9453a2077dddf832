import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { createMiddleware } from 'hono/factory'
import type { ErrorBody } from '#schema/errors.ts'
import { isLoopback } from '#schema/rules/shop/shared-origin.ts'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'

/** Load balancers and monitors use any host; these responses are useless to a foreign page. */
const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz', '/metrics'])

/** Strips port, brackets and a trailing dot from a host, and lowercases it: `shop.example:8080`, `[::1]:8080`. */
const hostToName = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()

/**
 * Whether a request may use this Host. Under DNS rebinding a foreign page sends its own name, and would count as
 * same-origin. Attackers cannot register IP addresses, `localhost`, `.local` names or the bare name of this machine.
 */
export function isOwnHost(host: string, { publicOrigin, host: listensOn }: Pick<Config, 'publicOrigin' | 'host'>, machine = hostname()): boolean {
  const name = hostToName(host)
  if (isLoopback(name)) return true
  if (publicOrigin !== null) return name === hostToName(new URL(publicOrigin).host)
  return isIP(name) !== 0 || name.endsWith('.local') || name === listensOn.toLowerCase() || name === machine.toLowerCase()
}

/**
 * Refuses foreign hosts with 421; pages get a line of text. The code UNAVAILABLE makes devices of every version retry
 * later, while a refusal could make them drop unsent changes.
 */
export const refuseForeignHosts = (config: Config) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const host = c.req.header('Host')
    if (host === undefined || healthPaths.has(c.req.path) || isOwnHost(host, config)) return next()
    const own = config.publicOrigin === null ? 'Set PUBLIC_URL to the address under which people reach it.' : `It is at ${config.publicOrigin}`
    const message = `Mainspring does not answer under this name. ${own}`
    const headers = { 'Cache-Control': 'no-store' }
    if (!c.req.path.startsWith('/api/')) return c.text(`${message}\n`, 421, headers)
    return c.json({ code: 'UNAVAILABLE', message, requestId: c.get('requestId') } satisfies ErrorBody, 421, headers)
  })
