import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPhone, isCountryCode, isPhone, keepDigits, isNobodysPhone, normalizeCountryCode } from './phone.ts'

const digits = (minLength: number, maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

describe('keepDigits', () => {
  it.each([
    ['(555) 123-4567', '5551234567'],
    ['+44 20 7946 0958', '442079460958'],
    ['no number', ''],
    ['', ''],
    ['١٢٣', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(keepDigits(text)).toBe(expected)
  })

  it('leaves nothing but 0-9 and keeps their order', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(keepDigits(text)).toBe([...text].filter((unit) => '0123456789'.includes(unit)).join(''))
      }),
    )
  })
})

describe('normalizeCountryCode', () => {
  it.each([
    ['1', '+1'],
    ['+44', '+44'],
    ['0044', '+0044'],
    ['+1-2 3', '+123'],
    ['12345678', '+1234'],
    ['++1', '+1'],
    ['+', '+'],
    ['', ''],
    ['  ', ''],
  ])('%j becomes %j', (typed, expected) => {
    expect(normalizeCountryCode(typed)).toBe(expected)
  })

  it('changes nothing the second time and fits the stored five characters', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const once = normalizeCountryCode(typed)
        expect(normalizeCountryCode(once)).toBe(once)
        expect(once.length).toBeLessThanOrEqual(5)
      }),
    )
  })

  it('gives a valid code whenever the digits start with a non-zero one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (number) => {
        expect(isCountryCode(normalizeCountryCode(String(number)))).toBe(true)
      }),
    )
  })
})

describe('isPhone and isCountryCode', () => {
  it.each(['123456', '123456789012345', '000000'])('%s is a phone', (text) => {
    expect(isPhone(text)).toBe(true)
  })

  it.each(['', '12345', '1234567890123456', '555-1234', '12345a', ' 123456', '123456\n'])('%j is no phone', (text) => {
    expect(isPhone(text)).toBe(false)
  })

  it('goes by the length of the digits alone', () => {
    fc.assert(
      fc.property(digits(0, 20), (text) => {
        expect(isPhone(text)).toBe(text.length >= 6 && text.length <= 15)
      }),
    )
  })

  it.each(['+1', '+44', '+353', '+1684'])('%s is a country code', (text) => {
    expect(isCountryCode(text)).toBe(true)
  })

  it.each(['', '+', '1', '+0', '+01', '+12345', '+1a', '+1 ', '++1'])('%j is no country code', (text) => {
    expect(isCountryCode(text)).toBe(false)
  })
})

describe('formatPhone', () => {
  it.each([
    ['+1', '5551234567', '555-123-4567'],
    ['+44', '2079460958', '2079460958'],
    ['+1', '5551234', '555-123-4'],
    ['+1', '123456', '123-456'],
    [null, '12345', '123-45'],
    [null, '123', '123'],
    [undefined, '1', '1'],
    ['+1', '(555) 123-4567', '555-123-4567'],
    ['+1', '', ''],
    ['+1', null, ''],
    ['+1', undefined, ''],
  ])('%s %s shows as %j', (countryCode, phone, expected) => {
    expect(formatPhone(countryCode, phone)).toBe(expected)
  })

  it('keeps every digit and never starts, ends or doubles a dash', () => {
    fc.assert(
      fc.property(digits(0, 15), (phone) => {
        const shown = formatPhone('+1', phone)
        expect(keepDigits(shown)).toBe(phone)
        expect(shown).toMatch(/^(?:[0-9]+(?:-[0-9]+){0,2})?$/)
      }),
    )
  })
})

describe("digits that are nobody's phone", () => {
  it.each(['0000000000', '000000', '9999999', '5555555555', '1234567890'])('%s', (digits) => {
    expect(isNobodysPhone(digits)).toBe(true)
  })

  it.each(['5550102000', '4155550000', '0000000001', '1234567', '0123456789'])('not %s', (digits) => {
    expect(isNobodysPhone(digits)).toBe(false)
  })
})
