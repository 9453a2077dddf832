import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentMethods } from '../../values/payments/payment-kind.ts'
import { findTillFollowUps, findTillIssue, tillTexts, toTillSums } from './till.ts'

const at = '2026-03-02T18:00:00.000Z'

describe('what should be in a till (TILL-04)', () => {
  it('is the float with cash put in and taken out, and by method what was paid less what was given back', () => {
    const moves = JSON.stringify([
      { at, amount: -20, reason: 'Stamps' },
      { at, amount: 5.5, reason: 'Change' },
    ])
    const payments = [
      { paymentAmount: 30, method: 'cash' },
      { paymentAmount: 12.1, method: 'cash', kind: 'refund' },
      { paymentAmount: 80, method: 'card' },
      { paymentAmount: 7, method: null },
    ]
    expect(toTillSums({ float: 100, moves, counted: null }, payments)).toEqual({ expected: { cash: 103.4, card: 80, none: 7 }, difference: null })
    expect(toTillSums({ float: 100, moves, counted: { cash: 100, transfer: 0 } }, payments).difference).toEqual({ cash: -3.4, transfer: 0 })
  })

  it('adds up to the cent, whatever was taken', () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 })
    const payment = fc.record({ cents, method: fc.constantFrom(...paymentMethods, null), kind: fc.constantFrom('refund', null) })
    fc.assert(
      fc.property(cents, fc.array(payment), (float, payments) => {
        const { expected } = toTillSums(
          { float: float / 100, moves: [], counted: null },
          payments.map(({ cents: amount, ...row }) => ({ ...row, paymentAmount: amount / 100 })),
        )
        const sum = Object.values(expected).reduce((whole, amount) => whole + Math.round(amount * 100), 0)
        expect(sum).toBe(payments.reduce((whole, { cents: amount, kind }) => whole + (kind === 'refund' ? -amount : amount), float))
      }),
    )
  })
})

describe('a till (TILL-04)', () => {
  it.each([
    [{ state: 'open' }, ['state'], { openedAt: at }],
    [{ openedAt: at, state: 'closed' }, ['state'], { closedAt: at }],
    [{ openedAt: at, state: 'open', closedAt: at }, ['closedAt'], { state: 'closed' }],
    [{ openedAt: at, state: 'open', closedAt: null }, ['counted'], {}],
  ])('that is %j gets its times and state', (after, written, followUps) => {
    expect(findTillFollowUps(after, written, at)).toEqual(followUps)
  })

  it('that is closed takes only cash moves of before', () => {
    const closed = { state: 'closed', closedAt: at }
    expect(findTillIssue(closed, ['moves'], '2026-03-02T17:59:00.000Z')).toBeUndefined()
    expect(findTillIssue(closed, ['moves'], '2026-03-02T18:00:01.000Z')).toEqual({ code: 'CONFLICT', message: tillTexts.closed })
    expect(findTillIssue(closed, ['moves', 'counted'], '2026-03-02T17:59:00.000Z')).toMatchObject({ code: 'CONFLICT' })
    expect(findTillIssue({ ...closed, state: 'open' }, ['counted'], at)).toBeUndefined()
  })
})
