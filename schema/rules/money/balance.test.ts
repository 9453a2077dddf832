import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areSumsUnpaid, isUnpaid, quoteToCents, sumsToBalance, toBalance } from './balance.ts'

const cents = fc.integer({ min: 1, max: 9_999_999_999 })
const toAmount = (of: number): number => of / 100
const payments = fc.array(fc.record({ cents, kind: fc.constantFrom(null, undefined, 'refund') }), { maxLength: 30 })
const toRows = (rows: readonly { cents: number; kind: unknown }[]) => rows.map((row) => ({ paymentAmount: toAmount(row.cents), kind: row.kind }))
const sumOf = (rows: readonly { cents: number; kind: unknown }[]): number => rows.reduce((sum, row) => sum + (row.kind === 'refund' ? -1 : 1) * row.cents, 0)

describe('the balance of an order (BAL-01)', () => {
  test('is the quote less the payments, refunds given back (BAL-02), to the cent', () => {
    fc.assert(
      fc.property(cents, payments, (quote, rows) => {
        const balance = toBalance({ quotedCost: (quote / 100).toFixed(2), lines: [], payments: toRows(rows) })
        expect(balance).toEqual({ total: quote / 100, paid: sumOf(rows) / 100, balance: (quote - sumOf(rows)) / 100 })
      }),
    )
  })

  test('is the sum of the lines, whatever the quote says, each rounded half up to cents', () => {
    const line = fc.record({ thousandths: fc.integer({ min: 1, max: 9_999_999 }), price: fc.integer({ min: 0, max: 9_999_999 }) })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), fc.option(fc.string()), payments, (lines, quotedCost, rows) => {
        const total = lines.reduce((sum, { thousandths, price }) => sum + Math.floor((thousandths * price + 500) / 1000), 0)
        const given = lines.map(({ thousandths, price }) => ({ quantity: thousandths / 1000, unitPrice: price / 100 }))
        expect(toBalance({ quotedCost, lines: given, payments: toRows(rows) })).toEqual({
          total: total / 100,
          paid: sumOf(rows) / 100,
          balance: (total - sumOf(rows)) / 100,
        })
      }),
    )
  })

  test('a payment and its refund leave what there was before', () => {
    fc.assert(
      fc.property(cents, payments, (paid, rows) => {
        const before = toBalance({ quotedCost: '100', lines: [], payments: toRows(rows) })
        const after = [...rows, { cents: paid, kind: null }, { cents: paid, kind: 'refund' }]
        expect(toBalance({ quotedCost: '100', lines: [], payments: toRows(after) })).toEqual(before)
      }),
    )
  })

  test.each(['120 to 150', 'warranty', '', '12.345', '1,200', '-5', null])(
    'is unknown where the quote is no amount and there are no lines: %s',
    (quotedCost) => {
      const balance = toBalance({ quotedCost, lines: [], payments: [{ paymentAmount: 20, kind: null }] })
      expect(balance).toEqual({ total: null, paid: 20, balance: null })
      expect(isUnpaid(balance)).toBe(false)
    },
  )

  test.each([
    ['120', 10, true],
    ['120', 119.99, true],
    ['120', 120, false],
    ['120', 130, false],
  ])('a quote of %s with %d paid is unpaid: %s', (quotedCost, paymentAmount, expected) => {
    expect(isUnpaid(toBalance({ quotedCost, lines: [], payments: [{ paymentAmount }] }))).toBe(expected)
    expect(areSumsUnpaid({ lines: null, quote: quoteToCents(quotedCost), paid: Math.round(paymentAmount * 100) })).toBe(expected)
  })

  test('is asked of sums as of rows', () => {
    const sum = fc.option(fc.integer({ min: 0, max: 9_999_999 }))
    fc.assert(
      fc.property(sum, sum, fc.integer({ min: -9_999_999, max: 9_999_999 }), (lines, quote, paid) => {
        expect(areSumsUnpaid({ lines, quote, paid })).toBe(isUnpaid(sumsToBalance({ lines, quote, paid })))
      }),
    )
  })
})
