import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { createMiddleware } from 'hono/factory'
import type { ErrorBody } from '#schema/errors.ts'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'

/** Asked by load balancers, health checks and monitors under whatever address they know; no page gains anything by what they answer. */
const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz', '/metrics'])

/** `shop.example:8080` or `[::1]:8080` as a name or address alone, in lower case and without a root's dot. */
const hostToName = (host: string): string =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()

const isLoopback = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)

/**
 * May a request name this host? A page whose own name was made to lead here (DNS rebinding) names that one, and would else count as ours.
 * Nobody outside can give out an address, `localhost`, a `.local` name or the bare name of this machine.
 */
export function isOwnHost(host: string, { publicOrigin, host: listensOn }: Pick<Config, 'publicOrigin' | 'host'>, machine = hostname()): boolean {
  const name = hostToName(host)
  if (isLoopback(name)) return true
  if (publicOrigin !== null) return name === hostToName(new URL(publicOrigin).host)
  return isIP(name) !== 0 || name.endsWith('.local') || name === listensOn.toLowerCase() || name === machine.toLowerCase()
}

/**
 * Refuses requests under names that are not ours with 421, pages in one line of text. The code is that of a server which cannot be had:
 * devices of every version wait then, where a refusal could end what they have to send.
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
