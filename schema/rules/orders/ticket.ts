/** Ticket numbers as people say, type and print them. */

/** `H-1042`. */
export const toTicket = (prefix: string, number: number): string => `${prefix}${number}`

/** What paper shows of an order without a number yet: the last 6 of its id. */
export const toShortCode = (orderId: string): string => orderId.slice(-6).toUpperCase()

/** What stands on paper: the ticket, or until the server has given a number the short code. */
export const toPrintedTicket = (order: { id: string; number: number | null }, prefix: string): string =>
  order.number === null ? toShortCode(order.id) : toTicket(prefix, order.number)

/** The numbers that an order had before, as a device holds them or as they travel (`serverNumbers`). */
export const toFormerNumbers = (value: readonly number[] | string): readonly number[] =>
  typeof value === 'string' ? (JSON.parse(value || '[]') as number[]) : value

const digitsMax = 10

/**
 * The numbers that a typed ticket may mean, likeliest first. `prefixes`: the shop's, the present one first. A prefix may end in digits
 * or be empty, so that one text may be read in several ways; without a prefix it is the number.
 */
export function readTicket(typed: string, prefixes: readonly string[]): number[] {
  const text = typed.trim().replace(/^#/, '').replaceAll(/\s/g, '').toUpperCase()
  const numbers = [...prefixes, ''].flatMap((prefix) => {
    const rest = text.startsWith(prefix.toUpperCase()) ? text.slice(prefix.length) : ''
    return new RegExp(`^[0-9]{1,${digitsMax}}$`).test(rest) && Number(rest) > 0 ? [Number(rest)] : []
  })
  return [...new Set(numbers)]
}
