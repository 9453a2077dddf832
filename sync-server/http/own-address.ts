import { existsSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'
import { isLoopback } from '#schema/rules/shop/shared-origin.ts'
import type { Config } from '../config.ts'

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** Addresses of a container are known inside its host only. */
const isContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv')

/** Bridges to containers and virtual machines on this machine. */
const bridge = /^(?:docker|br-|veth|virbr|vboxnet|vmnet|podman|cni)/

/**
 * The origin at which others reach this server: PUBLIC_URL, or this machine's address in its network. Null if the server
 * listens on this machine alone, or if nobody knows.
 */
export function readOwnAddress({ publicOrigin, host, port }: Pick<Config, 'publicOrigin' | 'host' | 'port'>, interfaces?: Interfaces): string | null {
  if (publicOrigin !== null) return publicOrigin
  // A test's server listens on any free port.
  if (isLoopback(host) || port === 0) return null
  if (host !== '0.0.0.0' && host !== '::') return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
  if (interfaces === undefined && isContainer) return null
  const own = Object.entries(interfaces ?? networkInterfaces())
    .filter(([name]) => !bridge.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .find(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
  return own === undefined ? null : `http://${own.address}:${port}`
}
