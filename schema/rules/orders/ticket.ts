import { foldText } from '../../values/customer-match.ts'

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
 * Numbers that a typed ticket may mean, likeliest first: with or without a prefix, which may be typed without its
 * strokes, or with blanks ("h7", "H 7"). `prefixes`: the shop's, current one first; they may be empty or end in digits,
 * so a text can be ambiguous.
 */
export function readTicket(typed: string, prefixes: readonly string[]): number[] {
  const text = foldText(typed).trim().replace(/^#\s*/, '')
  const numbers = [...prefixes, ''].map((prefix) => Number(prefixToPattern(prefix).exec(text)?.[1] ?? 0))
  return [...new Set(numbers)].filter((number) => number > 0)
}

const strokes = '[-/\\s]*'

const patternByPrefix = new Map<string, RegExp>()

/** A list reads the same few prefixes for each word. */
function prefixToPattern(prefix: string): RegExp {
  const known = patternByPrefix.get(prefix)
  if (known !== undefined) return known
  const letters = [...prefix.toLowerCase()].filter((letter) => letter !== '-' && letter !== '/')
  const pattern = new RegExp(`^${/^[-/]/.test(prefix) ? strokes : ''}${letters.map((letter) => letter + strokes).join('')}([0-9]{1,${digitsMax}})$`)
  patternByPrefix.set(prefix, pattern)
  return pattern
}
