import { readTicket } from './ticket.ts'

/** Whether a search word may be a ticket number or short code. These match exactly, so typing further can add results. */
export const mayNameOrder = (word: string, prefixes: readonly string[]): boolean => readSearchedTicket(word, prefixes).length > 0 || isShortCode(word)

const shortCode = /^[0-9a-f]{6}$/i

export const isShortCode = (word: string): boolean => shortCode.test(word)

/** A former prefix: devices know only the current one. */
const formerPrefix = /^[a-z0-9/-]{0,5}[/-](?=[1-9]\d*$)/i

export function readSearchedTicket(word: string, prefixes: readonly string[]): number[] {
  const former = formerPrefix.exec(word)?.[0]
  return readTicket(word, former === undefined ? prefixes : [...prefixes, former])
}
