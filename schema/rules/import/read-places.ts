import { foldText } from '../../values/customer-match.ts'
import { countries, toCountry } from '../../values/places/country.ts'
import { toLanguage } from '../../values/places/language.ts'

/** Languages in which files name countries and languages. */
const locales = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']

const otherCountryNames = {
  usa: 'US',
  'u.s.a.': 'US',
  'u.s.': 'US',
  america: 'US',
  uk: 'GB',
  'u.k.': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  brd: 'DE',
  holland: 'NL',
  uae: 'AE',
}

let countryByName: ReadonlyMap<string, string> | undefined
let languageByName: ReadonlyMap<string, string> | undefined

/** Code of a country from its code or its name, else null. */
export function readCountry(text: string): string | null {
  const code = toCountry(text)
  if (code !== null) return code
  countryByName ??= new Map([...toNames('region', countries), ...Object.entries(otherCountryNames)])
  return countryByName.get(foldText(text).replace(/^the /, '')) ?? null
}

/** Tag of a language from its tag (`de`, `de_DE`) or its name, else null. */
export function readLanguage(text: string): string | null {
  const tag = toLanguage(text.replaceAll('_', '-'))
  if (tag !== null) return tag
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  languageByName ??= new Map(
    toNames(
      'language',
      letters.flatMap((first) => letters.map((second) => first + second)),
    ),
  )
  return languageByName.get(foldText(text)) ?? null
}

/** Folded names in each of the languages, with their codes. */
function toNames(type: 'region' | 'language', codes: readonly string[]): [string, string][] {
  return locales
    .map((locale) => new Intl.DisplayNames([locale], { type, fallback: 'none' }))
    .flatMap((names) =>
      codes.flatMap((code): [string, string][] => {
        const name = names.of(code)
        return name === undefined ? [] : [[foldText(name), code]]
      }),
    )
}
