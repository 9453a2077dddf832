import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountMax, formatMoney, formatQuote } from '../../values/money.ts'
import { createFormat, type Regional } from './format.ts'
import { toKnownLocale } from './regional.ts'

const reader = { locale: 'en-US', timeZone: 'America/Toronto' }
const usual: Regional = { currency: 'USD', locale: 'en-US', timeZone: null }

const amount = fc.integer({ min: -amountMax * 100, max: amountMax * 100 }).map((cents) => cents / 100)
const instant = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }).map((date) => date.toISOString())
const currency = fc.constantFrom(...Intl.supportedValuesOf('currency'))
const zone = fc.constantFrom(null, 'UTC', ...Intl.supportedValuesOf('timeZone'))
const languages = ['en', 'de', 'fr', 'ar', 'fa', 'he', 'hi', 'bn', 'ja', 'zh', 'ko', 'th', 'tr', 'ru', 'pl', 'sw', 'my', 'ur', 'pt', 'es', 'da', 'ne', 'mr']
const regions = ['US', 'DE', 'CH', 'IN', 'EG', 'IR', 'IL', 'BR', 'JP', 'TW', 'KE', 'MM', 'PK', 'SE', 'NP']
const locale = fc.tuple(fc.constantFrom(...languages), fc.option(fc.constantFrom(...regions))).map((parts) => parts.filter((part) => part !== null).join('-'))

describe('what a shop writes (SHOP-02)', () => {
  test('is as documented with the defaults, in the language and zone of the reader', () => {
    fc.assert(
      fc.property(amount, instant, locale, zone, (value, at, language, timeZone) => {
        const zoneOfReader = timeZone ?? 'America/Toronto'
        const format = createFormat(usual, { locale: language, timeZone: zoneOfReader })
        expect(format.money(value)).toBe(formatMoney(value))
        expect(format.quote(String(value))).toBe(formatQuote(String(value)))
        const date = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric', timeZone: zoneOfReader })
        expect(format.date(at)).toBe(date.format(new Date(at)))
        expect(format.timeZone).toBe(zoneOfReader)
      }),
    )
  })

  test('is money as Intl writes it, in the default currency and language, too', () => {
    const intl = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    fc.assert(fc.property(amount, (value) => formatMoney(value) === intl.format(value + 0)))
  })

  test('never fails, whatever currency, language and zone are set', () => {
    fc.assert(
      fc.property(currency, locale, zone, amount, instant, instant, (code, language, timeZone, value, at, now) => {
        expect(toKnownLocale(language)).not.toBeNull()
        const format = createFormat({ currency: code, locale: language, timeZone }, reader)
        const texts = [format.money(value), format.quote(String(value)), format.time(at), format.date(at), format.day(at.slice(0, 10)), format.currencySign]
        for (const text of [...texts, format.dateTime(at, new Date(now))]) expect(text.trim()).not.toBe('')
      }),
      { numRuns: 300 },
    )
  })

  test('tells every two amounts apart', () => {
    fc.assert(
      fc.property(currency, fc.tuple(amount, amount), (code, [one, other]) => {
        const { money } = createFormat({ ...usual, currency: code }, reader)
        expect(money(one) === money(other)).toBe(one === other)
      }),
    )
  })

  test.each([
    ['EUR', 'de-DE', 1234.5, '1.234,50 €'],
    ['EUR', 'de-DE', -12, '-12,00 €'],
    ['GBP', 'en-GB', 1234.5, '£1,234.50'],
    ['JPY', 'en-US', 1234, '¥1,234'],
    ['JPY', 'en-US', 1234.5, '¥1,234.50'],
    ['KWD', 'en-US', 1.25, 'KWD 1.250'],
    ['CAD', 'en-US', 20, 'CA$20.00'],
    ['USD', 'en-US', -0.001, '$0.00'],
    ['EUR', 'en-US', -0.001, '€0.00'],
  ])('in %s and %s makes %d %s', (code, language, value, text) => {
    const spaced = createFormat({ currency: code, locale: language, timeZone: null }, reader).money(value)
    expect(spaced.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text)
  })

  test('has dates and days of the zone that the shop set, wherever it is read', () => {
    const format = createFormat({ currency: 'EUR', locale: 'en-GB', timeZone: 'Asia/Tokyo' }, reader)
    const at = '2026-12-31T16:30:00.000Z'
    expect(format.timeZone).toBe('Asia/Tokyo')
    expect([format.date(at), format.time(at), format.day('2026-12-31')]).toEqual(['1 Jan 2027', '1:30', '31 Dec 2026'])
    expect(format.wallTime?.('14:00')).toBe('14:00')
    expect(createFormat({ ...usual, timeZone: 'Asia/Tokyo' }, reader).wallTime).toBeUndefined()
    expect(format.dateTime(at, new Date('2026-12-31T15:30:00.000Z'))).toBe('1 Jan, 1:30')
    expect(format.dateTime(at, new Date('2026-12-31T10:00:00.000Z'))).toBe('1 Jan 2027, 1:30')
  })

  test('asks for the zone of its reader where a time is written, not before', () => {
    let asked = 0
    const format = createFormat(usual, {
      locale: 'en-US',
      get timeZone() {
        asked += 1
        return 'Asia/Tokyo'
      },
    })
    expect([format.money(89), asked]).toEqual(['$89.00', 0])
    expect([format.date('2026-12-31T16:30:00.000Z'), format.timeZone, asked]).toEqual(['Jan 1, 2027', 'Asia/Tokyo', 1])
  })

  test('has the sign that stands in its fields', () => {
    expect(createFormat(usual, reader).currencySign).toBe('$')
    expect(createFormat({ currency: 'EUR', locale: 'de-DE', timeZone: null }, reader).currencySign).toBe('€')
  })

  test('is no amount where there is none', () => {
    for (const code of ['USD', 'EUR']) expect(() => createFormat({ ...usual, currency: code }, reader).money(Number.NaN)).toThrow(RangeError)
  })
})
