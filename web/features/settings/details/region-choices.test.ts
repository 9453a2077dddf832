import { expect, test } from 'vitest'
import { isCurrency, toKnownLocale, toKnownTimeZone } from '#schema/rules/shop/regional.ts'
import { currencyChoices, localeChoices, timeZoneChoices } from './region-choices.ts'

test('every choice is one that a profile takes, and reads as itself', () => {
  expect(currencyChoices('USD').filter(({ value }) => !isCurrency(value))).toEqual([])
  expect(localeChoices('en-US').filter(({ value }) => toKnownLocale(value) !== value)).toEqual([])
  expect(timeZoneChoices('').filter(({ value }) => toKnownTimeZone(value) === null)).toEqual([])
  expect(currencyChoices('USD')).toContainEqual({ value: 'EUR', label: 'Euro (EUR)' })
  expect(localeChoices('en-US')).toContainEqual({ value: 'de-DE', label: 'German (Germany)' })
})

test('what is stored can be kept, though nobody offers it', () => {
  expect(localeChoices('en-BZ')[0]).toEqual({ value: 'en-BZ', label: 'English (Belize)' })
  expect(localeChoices('en-US').filter(({ value }) => value === 'en-US')).toHaveLength(1)
})
