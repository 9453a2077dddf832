import ipaddr from 'ipaddr.js'

/** The /64 network of an IPv6 address, because one client controls all of it; other addresses unchanged. */
export function toNetwork(address: string): string {
  const parsed = parseAddress(address)
  return parsed === undefined ? address : parsed instanceof ipaddr.IPv4 ? parsed.toString() : toPrefix(parsed, 64)
}

/**
 * The networks that contain an address or a result of `toNetwork`, narrowest first: for IPv6 the /64, /48 (one
 * customer) and /32 (the provider), for IPv4 the address and its /24. Anything else only itself.
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

/** Strips the port, brackets and zone id that some proxies add; IPv4-mapped IPv6 becomes IPv4. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const plain = (/^"?\[([^\]]*)\](?::\d+)?"?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text).replace(/%.*$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return ipaddr.IPv4.parse(plain)
  return plain.includes(':') && ipaddr.IPv6.isValid(plain) ? ipaddr.process(plain) : undefined
}
