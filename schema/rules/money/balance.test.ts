import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BalanceInput, isUnpaid, sumBalances, toBalance } from './balance.ts'
import { noPricing } from './price.ts'

const cents = fc.integer({ min: 1, max: 9_999_999_999 })
const toAmount = (of: number): number => of / 100
const payments = fc.array(fc.record({ cents, kind: fc.constantFrom(null, undefined, 'refund') }), { maxLength: 30 })
const toRows = (rows: readonly { cents: number; kind: unknown }[]) => rows.map((row) => ({ paymentAmount: toAmount(row.cents), kind: row.kind }))
const sumOf = (rows: readonly { cents: number; kind: unknown }[]): number => rows.reduce((sum, row) => sum + (row.kind === 'refund' ? -1 : 1) * row.cents, 0)

const balanceOf = (input: Partial<BalanceInput>) =>
  toBalance({ quotedCost: null, quoteFromLines: false, lines: [], payments: [], isExempt: false, pricing: noPricing, ...input })

describe('the balance of an order (BAL-01)', () => {
  test('is the quote less the payments, refunds given back (BAL-02), to the cent', () => {
    fc.assert(
      fc.property(cents, payments, (quote, rows) => {
        const total = quote / 100
        const expected = { total, net: total, tax: 0, taxes: [], paid: sumOf(rows) / 100, balance: (quote - sumOf(rows)) / 100 }
        expect(balanceOf({ quotedCost: total.toFixed(2), payments: toRows(rows) })).toEqual(expected)
      }),
    )
  })

  test('a payment and its refund leave what there was before', () => {
    fc.assert(
      fc.property(cents, payments, (paid, rows) => {
        const before = balanceOf({ quotedCost: '100', payments: toRows(rows) })
        const after = [...rows, { cents: paid, kind: null }, { cents: paid, kind: 'refund' }]
        expect(balanceOf({ quotedCost: '100', payments: toRows(after) })).toEqual(before)
      }),
    )
  })

  test.each(['120 to 150', 'warranty', '', '12.345', '1,200', '-5', null])('is unknown where nothing is charged: %s', (quotedCost) => {
    const balance = balanceOf({ quotedCost, payments: [{ paymentAmount: 20, kind: null }] })
    expect(balance).toEqual({ total: null, net: null, tax: null, taxes: [], paid: 20, balance: null })
    expect(isUnpaid(balance)).toBe(false)
  })

  test.each([
    ['120', 10, true],
    ['120', 119.99, true],
    ['120', 120, false],
    ['120', 130, false],
  ])('a quote of %s with %d paid is unpaid: %s', (quotedCost, paymentAmount, expected) => {
    expect(isUnpaid(balanceOf({ quotedCost, payments: [{ paymentAmount }] }))).toBe(expected)
  })
})

test('several orders owe together, to the cent, what each of them owes; those without a price owe nothing yet (DAY-06)', () => {
  const anyOrder = fc.record({ quote: fc.option(cents), paid: payments })
  fc.assert(
    fc.property(fc.array(anyOrder, { maxLength: 6 }), (orders) => {
      const balances = orders.map(({ quote, paid }) => balanceOf({ quotedCost: quote === null ? null : (quote / 100).toFixed(2), payments: toRows(paid) }))
      const priced = orders.flatMap(({ quote, paid }) => (quote === null ? [] : [quote - sumOf(paid)]))
      expect(sumBalances(balances)).toBe(priced.length === 0 ? null : priced.reduce((sum, owed) => sum + owed, 0) / 100)
    }),
  )
})
