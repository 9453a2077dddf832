import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../values/money.ts'
import { type DecimalMark, hasTypedCents, localeToDecimalMark, typedAmountToPlain } from './typed-amount.ts'

describe('an amount as people write it', () => {
  it.each<[string, DecimalMark, string]>([
    ['$20', '.', '20'],
    ['$ 20.5', '.', '20.5'],
    ['20 $', '.', '20'],
    ['US$1,234.50', '.', '1234.50'],
    ['1,234.50', '.', '1234.50'],
    ['1,234', '.', '1234'],
    ['1,234,567.89', '.', '1234567.89'],
    ['1.234,50', ',', '1234.50'],
    ['1.234,50 €', ',', '1234.50'],
    ['EUR 1.234', ',', '1234'],
    ['31,5', ',', '31.5'],
    ['31,5', '.', '31.5'],
    ['31.5', ',', '31.5'],
    ["1'234.50", '.', '1234.50'],
    ['1 234,50', ',', '1234.50'],
    ['1 234,50', ',', '1234.50'],
    ['.5', '.', '.5'],
    ['20', '.', '20'],
    ['20.', '.', '20.'],
  ])('%j with %j', (text, mark, plain) => {
    expect(typedAmountToPlain(text, mark)).toBe(plain)
  })

  it.each(['', 'abc', '$', '1.2.3', '1,23,4', '12.345', '1,2345', '-5', '1e3', '1,,000', '$1.000.00', '9'.repeat(100)])(
    '%j stays as it is, and is no amount',
    (text) => {
      expect(parseAmount(typedAmountToPlain(text, '.'))).toBeNull()
    },
  )

  it('is what its own locale writes, and plain digits are never changed', () => {
    const amount = fc.integer({ min: 0, max: 9_999_999_999 }).map((cents) => cents / 100)
    fc.assert(
      fc.property(amount, fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'pt-BR', 'en-IN'), fc.boolean(), (value, locale, isCurrency) => {
        const text = new Intl.NumberFormat(locale, isCurrency ? { style: 'currency', currency: 'USD' } : { minimumFractionDigits: 2 }).format(value)
        // Indian digit grouping (lakhs) is not accepted.
        fc.pre(locale !== 'en-IN' || value < 100_000)
        expect(parseAmount(typedAmountToPlain(text, localeToDecimalMark(locale)))).toBe(value)
        expect(typedAmountToPlain(String(value), '.')).toBe(String(value))
      }),
    )
  })

  it('names the mark of a locale', () => {
    expect(['en-US', 'de-DE', 'fr-FR', 'de-CH'].map(localeToDecimalMark)).toEqual(['.', ',', ',', '.'])
  })
})

it('cents are typed from the mark on, not with thousands', () => {
  const typed = (mark: DecimalMark, ...texts: string[]) => texts.map((text) => hasTypedCents(text, mark))
  expect(typed('.', '31', '31.', '31.5', '1,234', '1,234.5', '$31', '$31.5')).toEqual([false, true, true, false, true, false, true])
  expect(typed(',', '31', '31,', '31,5', '1.234', '1.234,5')).toEqual([false, true, true, false, true])
})
