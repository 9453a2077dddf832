import { expect, it } from 'vitest'
import { isCurrency } from './regional.ts'
import { suggestRegion } from './suggest-region.ts'

it.each([
  ['en-US', { locale: 'en-US', currency: 'USD' }],
  ['de-AT', { locale: 'de-AT', currency: 'EUR' }],
  ['de', { locale: 'de', currency: 'EUR' }],
  ['de-CH', { locale: 'de-CH', currency: 'CHF' }],
  ['en-GB', { locale: 'en-GB', currency: 'GBP' }],
  ['not a language', { locale: 'en-US', currency: 'USD' }],
  ['', { locale: 'en-US', currency: 'USD' }],
])('a shop where people read %j begins with %j', (language, region) => {
  expect(suggestRegion(language)).toEqual(region)
})

it('suggests currencies that there are', () => {
  const languages = ['en-KE', 'en-NG', 'es-CL', 'es-PE', 'ar-MA', 'hr-HR', 'sr-RS', 'zh-TW', 'vi-VN', 'en-PH', 'uk-UA', 'tr-TR', 'is-IS']
  expect(languages.map((language) => suggestRegion(language).currency).filter((currency) => !isCurrency(currency))).toEqual([])
})
