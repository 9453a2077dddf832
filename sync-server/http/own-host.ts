import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'
import type { Config } from '../config.ts'

/** Asked by load balancers and health checks under whatever address they know; what they answer is no secret. */
const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz'])

/** `shop.example:8080` or `[::1]:8080` as a name or address alone, in lower case and without a root's dot. */
const hostToName = (host: string): string => host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '').toLowerCase()

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
 * Refuses requests under names that are not ours with 421. As plain text: a device takes that for a page of somebody else's and waits,
 * where an error of our own could end what it has to send.
 */
export const refuseForeignHosts = (config: Config) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const host = c.req.header('Host')
    if (host === undefined || healthPaths.has(c.req.path) || isOwnHost(host, config)) return next()
    const own = config.publicOrigin === null ? 'Set PUBLIC_URL to the address under which people reach it.' : `It is at ${config.publicOrigin}`
    return c.text(`Mainspring does not answer under this name. ${own}\n`, 421, { 'Cache-Control': 'no-store' })
  })
