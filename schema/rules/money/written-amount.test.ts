import { describe, expect, test } from 'vitest'
import { amountToMark, readAmount, readCount } from './written-amount.ts'

/** By the amount where a dot stands before the cents, and where a comma does; the same twice where the text leaves no question. */
const amounts: readonly (readonly [number | null, number | null, readonly string[]])[] = [
  [
    80,
    80,
    [
      '80',
      '80,-',
      '80.-',
      '80,--',
      '80,—',
      '80 €',
      'EUR 80',
      '80EUR',
      'CHF 80.-',
      'R80',
      '80 kr.',
      'Fr. 80',
      '80 zł',
      'US$80',
      'R$ 80,00',
      '80.000000',
      '+80',
      'Bs. 80',
    ],
  ],
  [1234.5, 1234.5, ['$1,234.50', '1.234,50 €', 'EUR 1 234,5', "CHF 1'234.50", '1’234,50', 'R$ 1.234,50', '£1,234.5', '1\u202f234,50 €', 'A$1,234.50']],
  [1234567.89, 1234567.89, ['1,234,567.89', '1.234.567,89', '12,34,567.89']],
  [1234567, 1234567, ['1,234,567', '1.234.567', '1 234 567', '12,34,567']],
  [0.5, 0.5, ['.5', '0.50', '0,5', ',50']],
  [-5, -5, ['(5.00)', '5.00-', '-5', '−5,00', '($5.00)', '-$5', '$-5', '€ -5,00', '5,00- EUR', '(5,00 €)']],
  [0, 0, ['0', '-0.00', '0,00 €']],
  [1.25, 1250, ['1.250', '$1.250']],
  [1250, 1.25, ['1,250', '1,250 €']],
  [
    null,
    null,
    [
      '',
      'about 80',
      'ab 80',
      'variable',
      '0.125',
      '0,125',
      '12.3456',
      '1.23.4',
      '12,34.5.6',
      '0.250,00',
      '0 250',
      '12 50',
      '1 23',
      '8%',
      '80 kg',
      '--5',
      '-5-',
      '5 - 6',
      '99999999999',
      '1e5',
      'USD',
      '80 / 90',
    ],
  ],
]

describe('an amount', () => {
  test.each(amounts)('%s, or %s with a comma before the cents', (dot, comma, texts) => {
    const read = texts.map((text) => [text, readAmount(text, '.'), readAmount(text, ',')])
    expect(read).toEqual(texts.map((text) => [text, dot, comma]))
  })

  test.each([
    ['0.125', '.'],
    ['1.250', 'either'],
    ['1,250', 'either'],
    ['1.250,00', ','],
    ['1,250.00', '.'],
    ['9,99', ','],
    ['1.250.000', ','],
    ['1250', undefined],
    ['soon', undefined],
  ])('%s says of the mark of its column: %s', (text, mark) => {
    expect(amountToMark(text)).toBe(mark)
  })

  test('is a count where it is a whole number of 0 or more', () => {
    expect(['1.000', '1,200', '7', '4.0', '0', '1.5', '-3', 'many'].map((text) => readCount(text, '.'))).toEqual([1, 1200, 7, 4, 0, null, null, null])
  })
})
