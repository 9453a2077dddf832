import { BlockList, isIP } from 'node:net'

type Net = readonly [address: string, bits: number]

/**
 * Ranges that are not public internet addresses: loopback, private, link-local, carrier-grade NAT, documentation,
 * multicast and reserved.
 */
const inside4: readonly Net[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Ranges in public IPv6 that lead elsewhere (Teredo, 6to4) or are for documentation. */
const inside6: readonly Net[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const toList = (family: 'ipv4' | 'ipv6', nets: readonly Net[]): BlockList => {
  const list = new BlockList()
  for (const [address, bits] of nets) list.addSubnet(address, bits, family)
  return list
}

const blocked4 = toList('ipv4', inside4)
const blocked6 = toList('ipv6', inside6)
const public6 = toList('ipv6', [['2000::', 3]])

/** Prefixes whose last 32 bits are an IPv4 address: IPv4-mapped and NAT64. */
const holding4 = ['::ffff:', '64:ff9b::']

/** Whether an address is not public; true for invalid addresses. */
export function isInside(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return blocked4.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return true
  const held = findHeld4(address)
  if (held !== undefined) return isInside(held)
  return !public6.check(address, 'ipv6') || blocked6.check(address, 'ipv6')
}

/** The IPv4 address embedded in an IPv6 one, in any spelling. */
function findHeld4(address: string): string | undefined {
  // URL normalizes the spelling.
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const prefix = holding4.find((one) => spelled.startsWith(one))
  if (prefix === undefined) return undefined
  const groups = spelled.slice(prefix.length).split(':').filter(Boolean)
  if (groups.length > 2) return undefined
  const [high, low] = [groups.length === 2 ? groups[0] : '0', groups.at(-1)].map((group) => Number.parseInt(group ?? '0', 16))
  return [high, low].flatMap((part = 0) => [part >> 8, part & 255]).join('.')
}
