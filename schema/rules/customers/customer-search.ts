import { foldText } from '../../values/customer-match.ts'
import { keepDigits } from '../../values/phone.ts'
import { matchesSearch, readSearch } from '../text/search-words.ts'

type Phones = Record<'countryCode' | 'phone' | 'alternateCountryCode' | 'alternatePhone', string | null>

type Searched = { name: string } & Phones & Record<'company' | 'city' | 'taxId', string | null>

export function customerMatchesSearch(customer: Searched, query: string): boolean {
  return matchesSearch(readSearch(query), [foldText(customer.name), toFurtherTexts([customer.company, customer.city, customer.taxId])], toPhoneLines(customer))
}

/** Folded, one per line, so that no word spans two of them. */
export const toFurtherTexts = (texts: readonly (string | null)[]): string =>
  texts
    .map((text) => foldText(text ?? ''))
    .filter((text) => text !== '')
    .join('\n')

/**
 * Digits of both phones, one spelling per line, so that no match spans two: with the country code, and as it is dialled
 * inside a country that has a trunk prefix, whichever of them was stored.
 */
export const toPhoneLines = ({ countryCode, phone, alternateCountryCode, alternatePhone }: Phones): string =>
  [...toSpellings(countryCode, phone), ...toSpellings(alternateCountryCode, alternatePhone)].join('\n')

/** Calling codes whose numbers have no trunk prefix, or keep their zero from abroad; '' is an unknown one. */
const withoutTrunk = new Set(['', '1', '39', '225'])

function toSpellings(countryCode: string | null, phone: string | null): string[] {
  const [code, digits] = [keepDigits(countryCode ?? ''), keepDigits(phone ?? '')]
  if (digits === '') return []
  if (withoutTrunk.has(code)) return [code + digits]
  const trunk = trunkByCode[code] ?? '0'
  const national = digits.startsWith(trunk) ? digits.slice(trunk.length) : digits
  return [code + national, trunk + national]
}

/** Trunk prefixes other than zero. */
const trunkByCode: Readonly<Record<string, string>> = { '7': '8', '36': '06', '375': '80' }
