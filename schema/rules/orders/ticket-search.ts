import { readTicket } from './ticket.ts'

/**
 * Whether a word of a search may name an order by its number or short code. Finding by number is exact, so that what is typed behind
 * such a word may find more than before.
 */
export const mayNameOrder = (word: string, prefixes: readonly string[]): boolean => readSearchedTicket(word, prefixes).length > 0 || isShortCode(word)

const shortCode = /^[0-9a-f]{6}$/i

export const isShortCode = (word: string): boolean => shortCode.test(word)

/** A prefix that the shop may have had before: devices know only the present one. */
const formerPrefix = /^[a-z0-9/-]{0,5}[/-](?=\d+$)/i

/** The numbers that a word of a search may mean, with an earlier prefix too. */
export function readSearchedTicket(word: string, prefixes: readonly string[]): number[] {
  const former = formerPrefix.exec(word)?.[0]
  return readTicket(word, former === undefined ? prefixes : [...prefixes, former])
}
