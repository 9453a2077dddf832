import ipaddr from 'ipaddr.js'

/** Whoever has one IPv6 address has the 2^64 of its network: a limit must count them as one. Other addresses stay as they are. */
export function toNetwork(address: string): string {
  const parsed = parseAddress(address)
  return parsed === undefined ? address : parsed instanceof ipaddr.IPv4 ? parsed.toString() : toPrefix(parsed, 64)
}

/**
 * The ever wider networks that an address, or what `toNetwork` made of it, belongs to: of IPv6 its /64, the /48 that one
 * customer of a provider gets, and the /32 of the provider; of IPv4 the address and its /24. Anything else is alone.
 */
export function toWiderNetworks(address: string): readonly [string, ...string[]] {
  const parsed = parseAddress(address.replace(/\/64$/, ''))
  if (parsed === undefined) return [address]
  if (parsed instanceof ipaddr.IPv4) return [parsed.toString(), `${parsed.octets.slice(0, 3).join('.')}.0/24`]
  return [toPrefix(parsed, 64), toPrefix(parsed, 48), toPrefix(parsed, 32)]
}

const toPrefix = (address: ipaddr.IPv6, bits: number): string =>
  `${address.parts
    .slice(0, bits / 16)
    .map((part) => part.toString(16))
    .join(':')}::/${bits}`

/** Without the port and the brackets that some proxies add, and the zone of a link; IPv4 in IPv6 is IPv4. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const plain = (/^"?\[([^\]]*)\](?::\d+)?"?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text).replace(/%.*$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return ipaddr.IPv4.parse(plain)
  return plain.includes(':') && ipaddr.IPv6.isValid(plain) ? ipaddr.process(plain) : undefined
}
