import { expect, it } from 'vitest'
import { countries } from '../../values/places/country.ts'
import { isCountryCode } from '../../values/phone.ts'
import { isCurrency, toKnownLocale, toKnownTimeZone } from './regional.ts'
import { guessCountry, suggestRegion, suggestTaxRate } from './suggest-region.ts'

const american = { languages: ['en-US', 'en'], timeZone: 'America/Chicago' }
const german = { languages: ['de-DE', 'de', 'en'], timeZone: 'Europe/Berlin' }

it.each([
  ['US', american, ['USD', 'en-US', 'America/Chicago', '+1', 'letter', 'none']],
  ['US', german, ['USD', 'en-US', 'America/New_York', '+1', 'letter', 'none']],
  ['DE', american, ['EUR', 'de-DE', 'Europe/Berlin', '+49', 'A4', 'inclusive']],
  ['AT', german, ['EUR', 'de-AT', 'Europe/Vienna', '+43', 'A4', 'inclusive']],
  ['CH', { languages: ['fr-CH', 'de'], timeZone: 'Europe/Zurich' }, ['CHF', 'fr-CH', 'Europe/Zurich', '+41', 'A4', 'inclusive']],
  ['CA', american, ['CAD', 'en-CA', 'America/Toronto', '+1', 'letter', 'exclusive']],
  ['IN', american, ['INR', 'en-IN', 'Asia/Calcutta', '+91', 'A4', 'inclusive']],
  ['BR', german, ['BRL', 'pt-BR', 'America/Sao_Paulo', '+55', 'A4', 'none']],
])('a shop in %s begins with what is usual there', (country, reader, [currency, locale, timeZone, countryCode, receiptPaper, taxMode]) => {
  expect(suggestRegion(country, reader)).toEqual({ currency, locale, timeZone, countryCode, receiptPaper, taxMode })
})

it('suggests for every country what a shop can be saved with, and a tax only with its rate', () => {
  for (const country of ['', ...countries]) {
    const { currency, locale, timeZone, countryCode, taxMode } = suggestRegion(country, german)
    expect([country, isCurrency(currency), toKnownLocale(locale), toKnownTimeZone(timeZone), isCountryCode(countryCode)]).toEqual([
      country,
      true,
      locale,
      expect.any(String),
      true,
    ])
    expect([country, taxMode === 'none']).toEqual([country, suggestTaxRate(country) === undefined])
  }
  expect(suggestTaxRate('DE')).toMatchObject({ name: 'USt.', percent: 19 })
})

it.each([
  [american, 'US'],
  [{ languages: ['en-US'], timeZone: 'Europe/Vienna' }, 'AT'],
  [{ languages: ['de'], timeZone: 'Europe/Berlin' }, 'DE'],
  [{ languages: ['en-GB'], timeZone: 'UTC' }, 'GB'],
  [{ languages: ['not a language'], timeZone: 'UTC' }, ''],
])('takes the country of somebody’s zone, else of the language', (reader, country) => {
  expect(guessCountry(reader)).toBe(country)
})
