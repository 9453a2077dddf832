import { foldText } from '../../values/customer-match.ts'
import { keepDigits } from '../../values/phone.ts'
import { matchesSearch, readSearch } from '../text/search-words.ts'

/** Customer search: words of the name in any order, or digits of either phone. An empty query matches everyone. */
export function customerMatchesSearch(customer: { name: string; phone: string | null; alternatePhone: string | null }, query: string): boolean {
  return matchesSearch(readSearch(query), [foldText(customer.name)], toPhoneLines([customer.phone, customer.alternatePhone]))
}

/** The digits of each number, one number a line, so that no search runs from one into the other. */
export const toPhoneLines = (numbers: readonly (string | null)[]): string =>
  numbers
    .map((number) => keepDigits(number ?? ''))
    .filter((digits) => digits !== '')
    .join('\n')
