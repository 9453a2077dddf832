/** `H-1042`. */
export const toTicket = (prefix: string, number: number): string => `${prefix}${number}`

/** Printed for an order without a number: the last 6 characters of its id. */
export const toShortCode = (orderId: string): string => orderId.slice(-6).toUpperCase()

export const toPrintedTicket = (order: { id: string; number: number | null }, prefix: string): string =>
  order.number === null ? toShortCode(order.id) : toTicket(prefix, order.number)

/** Former numbers, from the wire (list) or a device (JSON text). */
export const toFormerNumbers = (value: readonly number[] | string): readonly number[] =>
  typeof value === 'string' ? (JSON.parse(value || '[]') as number[]) : value

const digitsMax = 10

/**
 * Numbers that a typed ticket may mean, likeliest first. `prefixes`: the shop's, current one first; they may be empty
 * or end in digits, so a text can be ambiguous.
 */
export function readTicket(typed: string, prefixes: readonly string[]): number[] {
  const text = typed.trim().replace(/^#/, '').replaceAll(/\s/g, '').toUpperCase()
  const numbers = [...prefixes, ''].flatMap((prefix) => {
    const rest = text.startsWith(prefix.toUpperCase()) ? text.slice(prefix.length) : ''
    return new RegExp(`^[0-9]{1,${digitsMax}}$`).test(rest) && Number(rest) > 0 ? [Number(rest)] : []
  })
  return [...new Set(numbers)]
}
