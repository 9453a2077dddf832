import { describe, expect, test } from 'vitest'
import { codeToTicketPrefix, defaultProfile, shopToProfile, toOwnTexts } from './profile.ts'
import { isCurrency, toKnownLocale, toKnownTimeZone } from './regional.ts'

describe('the profile of a shop (SHOP-01)', () => {
  test.each([
    ['harbour', 'H-'],
    ['42-east', 'E-'],
    ['42-7', 'S-'],
  ])('has a first ticket prefix by the code: %s', (code, prefix) => {
    expect(codeToTicketPrefix(code)).toBe(prefix)
  })

  test('has its own words for readers of other languages, each the usual one where it wrote none (LANG-01)', () => {
    const de = { terms: 'Zwei Wochen', receiptFooter: null }
    const profile = { ...defaultProfile('north'), terms: 'Two weeks', receiptFooter: 'Bye', otherTexts: { de, en: { terms: 'Old', receiptFooter: null } } }
    expect(toOwnTexts(profile, 'de')).toEqual({ terms: 'Zwei Wochen', receiptFooter: 'Bye' })
    for (const language of ['en', 'fr'] as const) expect(toOwnTexts(profile, language)).toEqual({ terms: 'Two weeks', receiptFooter: 'Bye' })
  })

  test('is the defaults where a device holds none, or one of an older version', () => {
    expect(shopToProfile({ code: 'north' })).toEqual({ ...defaultProfile('north'), effectiveTimeZone: 'UTC', logo: null })
    expect(shopToProfile({ code: 'north', profile: { currency: 'EUR', timeZone: 'Europe/Berlin' } })).toMatchObject({
      currency: 'EUR',
      locale: 'en-US',
      effectiveTimeZone: 'Europe/Berlin',
      receiptPaper: 'A4',
    })
  })
})

describe('currency, language and zone', () => {
  test('are those that the runtime knows, in their usual spelling', () => {
    expect(['USD', 'KWD', 'usd', 'XXY', ''].map(isCurrency)).toEqual([true, true, false, false, false])
    expect(['de-ch', 'EN-us', 'xx-YY', 'not a tag', '', 'en-'.padEnd(60, 'x')].map(toKnownLocale)).toEqual(['de-CH', 'en-US', null, null, null, null])
    expect(['europe/berlin', 'UTC', '+02:00', 'Mars/North', ''].map(toKnownTimeZone)).toEqual(['Europe/Berlin', 'UTC', null, null, null])
    const alike = ['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev', 'America/Argentina/Buenos_Aires', 'Asia/Ho_Chi_Minh', 'US/Eastern']
    expect(alike.map(toKnownTimeZone)).toEqual(alike)
    expect(toKnownTimeZone('asia/kolkata')).toBe('Asia/Kolkata')
  })
})
