import { readTicket } from '../orders/ticket.ts'
import { matchesSearch, queryToWords, readSearch } from '../text/search-words.ts'

/** `text`: folded; `phones`: lines of digits; `numbers`: of an order, former ones too. */
export type SearchedRow = { text: string; phones: string; numbers: readonly number[] }

/** Every word occurs in the row or is its ticket, or the whole search is its ticket ("H 7") or its phone. */
export function deletedMatcher(search: string, ticketPrefixes: readonly string[]): (row: SearchedRow) => boolean {
  const whole = readSearch(search)
  const named = readTicket(search, ticketPrefixes)
  const words = queryToWords(search).map((word) => ({ wanted: readSearch(word), named: readTicket(word, ticketPrefixes) }))
  return ({ text, phones, numbers }) =>
    matchesSearch(whole, [text], phones) ||
    named.some((number) => numbers.includes(number)) ||
    words.every((word) => matchesSearch(word.wanted, [text], phones) || word.named.some((number) => numbers.includes(number)))
}
