import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountToPlain,
  amountToTyped,
  defaultWriting,
  hasTypedCents,
  noDecimalsText,
  readTyped,
  readTypedAmount,
  readTypedQuote,
  toAmountWriting,
} from './typed-amount.ts'
import type { DecimalMark } from './written-amount.ts'

const dollars = defaultWriting
const euros = toAmountWriting({ currency: 'EUR', locale: 'de-DE' })
const yen = toAmountWriting({ currency: 'JPY', locale: 'ja-JP' })

describe('an amount as people write it (PRICE-05)', () => {
  it.each([
    ['1.189,50', 1189.5, 1189.5],
    ['1 189,50 €', 1189.5, 1189.5],
    ['$20', 20, 20],
    ['1,234.50', 1234.5, 1234.5],
    ['1,234', 1234, null],
    ['1.234', null, 1234],
    ['12.500', null, 12_500],
    ['31,5', 31.5, 31.5],
    ['80,-', 80, 80],
    ['20.', null, null],
    ['-5', -5, -5],
    ['99999999.99', 99_999_999.99, 99_999_999.99],
    ['100000000', null, null],
  ])('%j is %s in dollars, and %s in euros', (text, inDollars, inEuros) => {
    expect([readTypedAmount(text, dollars), readTypedAmount(text, euros)]).toEqual([inDollars, inEuros])
  })

  it('is what its own shop writes, and what a form shows of it', () => {
    const anyAmount = fc.integer({ min: 0, max: 9_999_999_999 }).map((cents) => cents / 100)
    fc.assert(
      fc.property(anyAmount, fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'pt-BR', 'en-IN', 'nb-NO'), fc.boolean(), (amount, locale, isCurrency) => {
        const writing = toAmountWriting({ currency: 'EUR', locale })
        const text = new Intl.NumberFormat(locale, isCurrency ? { style: 'currency', currency: 'EUR' } : { minimumFractionDigits: 2 }).format(amount)
        expect(readTypedAmount(text, writing)).toBe(amount)
        expect(readTypedAmount(amountToTyped(amount, writing), writing)).toBe(amount)
      }),
    )
    expect([12, 0.1, 1.234].map(amountToPlain)).toEqual(['12', '0.10', '1.234'])
  })

  it('takes no decimals in a currency that has none', () => {
    expect(readTyped('¥1,234', yen)).toEqual({ amount: 1234 })
    expect(readTyped('12.5', yen)).toEqual({ amount: null, problem: 'Yen have no decimals.' })
    expect(['KRW', 'CLP', 'UYI', 'XAF'].map(noDecimalsText)).toEqual([
      'Won have no decimals.',
      'Pesos have no decimals.',
      'Pesos have no decimals.',
      'Francs have no decimals.',
    ])
  })

  it('knows that cents are typed from the mark on, not with thousands', () => {
    const typed = (mark: DecimalMark, ...texts: string[]) => texts.map((text) => hasTypedCents(text, mark))
    expect(typed('.', '31', '31.', '31.5', '1,234', '1,234.5', '$31', '$31.5')).toEqual([false, true, true, false, true, false, true])
    expect(typed(',', '31', '31,', '31,5', '1.234', '1.234,5')).toEqual([false, true, true, false, true])
  })
})

describe('a quote', () => {
  it.each([
    ['$1,189.50', '1189.5'],
    ['1.189,50', '1189.5'],
    ['120.50', '120.50'],
    ['after diagnosis', 'after diagnosis'],
    ['about 80', 'about 80'],
    ['80-100', '80-100'],
    ['max 20', 'max 20'],
    ['01.12.2026', '01.12.2026'],
    ['-5', '-5'],
    ['12.345', '12.345'],
  ])('%j is stored as %j: an amount as its plain number, a text as it is', (text, quote) => {
    expect(readTypedQuote(text, dollars)).toEqual({ quote })
  })

  it('has no decimals where the currency has none', () => {
    expect(readTypedQuote('12.50', yen).problem).toBe('Yen have no decimals.')
    expect(readTypedQuote('12,345円', yen)).toEqual({ quote: '12345' })
  })
})
