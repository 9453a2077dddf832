import { describe, expect, test } from 'vitest'
import { countries, countryToName, toCountry } from './country.ts'
import { languageToName, toLanguage } from './language.ts'

describe('a country', () => {
  test('is one of the 249 codes of ISO 3166-1, in any case', () => {
    expect([countries.length, new Set(countries).size]).toEqual([249, 249])
    expect(['de', ' US ', 'Gb'].map(toCountry)).toEqual(['DE', 'US', 'GB'])
    expect(['', 'D', 'DEU', 'UK', 'EU', 'ZZ', 'Germany', '49'].map(toCountry)).toEqual(Array.from({ length: 8 }, () => null))
  })

  test('has a name in the language of the reader, and for each code', () => {
    expect([countryToName('DE', 'en'), countryToName('DE', 'de')]).toEqual(['Germany', 'Deutschland'])
    expect(countries.filter((code) => countryToName(code, 'en') === code)).toEqual([])
    expect(countryToName('not a code', 'en')).toBe('not a code')
  })
})

describe('a language', () => {
  test('is a tag of BCP 47, spelled in one way', () => {
    expect(['de', 'de-ch', 'PT-br', 'zh-hant-tw', 'fil'].map(toLanguage)).toEqual(['de', 'de-CH', 'pt-BR', 'zh-Hant-TW', 'fil'])
    expect(['', 'd', 'german', 'de_CH', 'de-', 'de-C', '12', `de-${'x'.repeat(40)}`].map(toLanguage)).toEqual(Array.from({ length: 8 }, () => null))
  })

  test('has a name in the language of the reader', () => {
    expect([languageToName('de', 'en'), languageToName('de', 'fr'), languageToName('not a tag', 'en')]).toEqual(['German', 'allemand', 'not a tag'])
  })
})
