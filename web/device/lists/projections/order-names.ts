import { isShortCode } from '#schema/rules/orders/ticket-search.ts'
import { readTicket } from '#schema/rules/orders/ticket.ts'
import type { WordBits } from '#schema/rules/text/search-words.ts'
import { toNumberMark } from '../../storage/rows/list-columns.ts'

type Named = { endsWith: (code: string) => boolean }

/** Which query words name an order by its number, a former number, or its short code. */
type OrderNameFinder = (asked: WordBits, text: string, order: Named) => WordBits

/**
 * Parses lower-case words once for all orders; undefined when none can name one. The finder runs for every order at
 * every keystroke, so it allocates nothing.
 */
export function orderNameFinder(words: readonly string[], prefixes: readonly string[]): OrderNameFinder | undefined {
  const names: { bit: WordBits; mark: string | undefined; code: string | undefined }[] = []
  for (const [index, word] of words.entries()) {
    const bit = 1 << index
    for (const number of readTicket(word, prefixes)) names.push({ bit, mark: toNumberMark(number), code: undefined })
    if (isShortCode(word)) names.push({ bit, mark: undefined, code: word })
  }
  if (names.length === 0) return undefined
  return (asked, text, order) => {
    let found: WordBits = 0
    for (let index = 0; index < names.length; index++) {
      const name = names[index]
      if (name === undefined || (asked & ~found & name.bit) === 0) continue
      if (name.code === undefined ? text.includes(name.mark ?? '') : order.endsWith(name.code)) found |= name.bit
    }
    return found
  }
}
