import { foldText } from '../../values/customer-match.ts'
import { keepDigits } from '../../values/phone.ts'
import { matchesSearch, readSearch } from '../text/search-words.ts'

export function customerMatchesSearch(customer: { name: string; phone: string | null; alternatePhone: string | null }, query: string): boolean {
  return matchesSearch(readSearch(query), [foldText(customer.name)], toPhoneLines([customer.phone, customer.alternatePhone]))
}

/** Digits only, one number per line, so that no match spans two numbers. */
export const toPhoneLines = (numbers: readonly (string | null)[]): string =>
  numbers
    .map((number) => keepDigits(number ?? ''))
    .filter((digits) => digits !== '')
    .join('\n')
