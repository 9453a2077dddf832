import { readTicket } from './ticket.ts'

/** Whether a search word may be a ticket number or short code. These match exactly, so typing further can add results. */
export const mayNameOrder = (word: string, prefixes: readonly string[]): boolean => readTicket(word, prefixes).length > 0 || isShortCode(word)

const shortCode = /^[0-9a-f]{6}$/i

export const isShortCode = (word: string): boolean => shortCode.test(word)
