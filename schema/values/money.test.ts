import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountToCents, centsToAmount, formatMoney, formatQuote, parseAmount, sumAmounts } from './money.ts'

const maxCents = 9_999_999_999
const anyCents = fc.integer({ min: -maxCents, max: maxCents })

describe('centsToAmount and amountToCents', () => {
  it.each([
    [0, 0],
    [1, 0.01],
    [29, 0.29],
    [115, 1.15],
    [123450, 1234.5],
    [-1200, -12],
    [maxCents, 99999999.99],
  ])('%d cents are %d', (cents, amount) => {
    expect(centsToAmount(cents)).toBe(amount)
    expect(amountToCents(amount)).toBe(cents)
  })

  it('come back to the same cents, also through JSON', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        const wire = JSON.stringify(centsToAmount(cents))
        expect(wire).toMatch(/^-?[0-9]+(?:\.[0-9]{1,2})?$/)
        expect(amountToCents(JSON.parse(wire) as number)).toBe(cents)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([0.001, 1.005, 0.1 + 0.2, 12.345, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('refuse %d, which has no exact cents', (amount) => {
    expect(() => amountToCents(amount)).toThrow(RangeError)
  })

  it.each([0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('refuse %d as a number of cents', (cents) => {
    expect(() => centsToAmount(cents)).toThrow(RangeError)
  })

  it('never give a negative zero', () => {
    expect(Object.is(amountToCents(-0), 0)).toBe(true)
  })
})

describe('parseAmount', () => {
  it.each([
    ['12', 12],
    ['12.5', 12.5],
    ['12.50', 12.5],
    ['.5', 0.5],
    ['0', 0],
    ['007', 7],
    ['  12.5 ', 12.5],
    ['0.29', 0.29],
    ['99999999.99', 99999999.99],
  ])('reads %j as %d', (text, expected) => {
    expect(parseAmount(text)).toBe(expected)
  })

  it.each([
    '',
    ' ',
    '.',
    '12.',
    '12.345',
    '-1',
    '+1',
    '1e3',
    '1,234',
    '1,5',
    '$12',
    '0x10',
    '1 2',
    'abc',
    'NaN',
    'Infinity',
    '100000000',
    '99999999.999',
    '100000000.00',
    '9'.repeat(400),
    '١٢',
  ])('does not read %j', (text) => {
    expect(parseAmount(text)).toBeNull()
  })

  it('reads every allowed amount exactly as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxCents }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        const amount = parseAmount(text)
        expect(amount).not.toBeNull()
        expect(amountToCents(amount ?? Number.NaN)).toBe(cents)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives null or an amount within the limits for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.-+e, ') }), (text) => {
        const amount = parseAmount(text)
        if (amount !== null) expect(centsToAmount(amountToCents(amount))).toBe(amount)
      }),
    )
  })
})

describe('formatMoney', () => {
  it.each([
    [0, '$0.00'],
    [-0, '$0.00'],
    [5, '$5.00'],
    [1234.5, '$1,234.50'],
    [-12, '-$12.00'],
    [999.99, '$999.99'],
    [1000, '$1,000.00'],
    [-1234567.89, '-$1,234,567.89'],
    [99999999.99, '$99,999,999.99'],
    [0.1 + 0.2, '$0.30'],
    [0.07, '$0.07'],
    [-0.001, '$0.00'],
  ])('%d is %s', (amount, expected) => {
    expect(formatMoney(amount)).toBe(expected)
  })

  it('agrees with the en-US currency format', () => {
    const reference = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(formatMoney(centsToAmount(cents))).toBe(reference.format(centsToAmount(cents)))
      }),
    )
  })

  it('refuses what is no number', () => {
    expect(() => formatMoney(Number.NaN)).toThrow(RangeError)
    expect(() => formatMoney(Number.NEGATIVE_INFINITY)).toThrow(RangeError)
  })
})

describe('sumAmounts', () => {
  it('adds without the rounding of binary fractions', () => {
    expect(sumAmounts([0.1, 0.2])).toBe(0.3)
    expect(sumAmounts([])).toBe(0)
    expect(sumAmounts(new Set([10.1, -0.1, 0.01]))).toBe(10.01)
  })

  it('equals the sum of the cents in any order', () => {
    fc.assert(
      fc.property(fc.array(anyCents), (list) => {
        const total = list.reduce((sum, cents) => sum + cents, 0)
        expect(sumAmounts(list.map(centsToAmount))).toBe(centsToAmount(total))
        expect(sumAmounts(list.toReversed().map(centsToAmount))).toBe(centsToAmount(total))
      }),
    )
  })
})

describe('formatQuote', () => {
  it.each([
    [null, ''],
    ['', ''],
    ['120', '$120.00'],
    ['99.5', '$99.50'],
    ['1234', '$1,234.00'],
    [' 80 ', '$80.00'],
    ['$120', '$120'],
    ['about 80', 'about 80'],
    ['80-100', '80-100'],
    ['1,200', '1,200'],
    ['12.345', '12.345'],
    ['-5', '-5'],
    ['TBD', 'TBD'],
  ])('%j shows as %j', (quote, expected) => {
    expect(formatQuote(quote)).toBe(expected)
  })
})
