import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoney } from '../../values/money.ts'
import { findLeftIssue, findRefundIssue, isInvoiced, leftOfPayment, refundTexts, whyPaymentStands } from './refunds.ts'

const cents = fc.integer({ min: 1, max: 9_999_999 })
const toAmount = (value: number): number => value / 100

describe('refunds of a payment', () => {
  test('never sum up to more than the payment, whatever is tried, and always reach it', () => {
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 12 }), (paid, tries) => {
        const payment = { id: 'p', paymentAmount: toAmount(paid) }
        const rows: { id: string; paymentAmount: number; refundOf?: string }[] = [payment, { id: 'other', paymentAmount: 5, refundOf: 'q' }]
        let left = paid
        for (const [place, amount] of tries.entries()) {
          const isTooMuch = findLeftIssue(toAmount(amount), leftOfPayment(payment, rows), formatMoney) !== undefined
          expect(isTooMuch).toBe(amount > left)
          if (isTooMuch) continue
          rows.push({ id: String(place), paymentAmount: toAmount(amount), refundOf: 'p' })
          left -= amount
        }
        expect(leftOfPayment(payment, rows)).toBe(toAmount(left))
        if (left > 0) expect(findLeftIssue(toAmount(left), leftOfPayment(payment, rows), formatMoney)).toBeUndefined()
      }),
    )
  })

  test('do not count against themselves while they are edited', () => {
    const rows = [{ id: 'r', paymentAmount: 30, refundOf: 'p' }]
    expect(leftOfPayment({ id: 'p', paymentAmount: 100 }, rows)).toBe(70)
    expect(leftOfPayment({ id: 'p', paymentAmount: 100 }, rows, 'r')).toBe(100)
  })

  test('say what is left, or that nothing is', () => {
    expect(findLeftIssue(50, 40, formatMoney)).toBe('Only $40.00 of this payment is left.')
    expect(findLeftIssue(50, 0, formatMoney)).toBe(refundTexts.nothingLeft)
  })

  test('name a payment of their own order, which is no refund', () => {
    const refund = { refundOf: 'p', kind: 'refund', orderId: 'o', paymentAmount: 10 }
    expect(findRefundIssue(refund, { orderId: 'o' }, 10, formatMoney)).toBeUndefined()
    expect(findRefundIssue({ ...refund, kind: null }, { orderId: 'o' }, 10, formatMoney)).toMatchObject({ message: refundTexts.onlyRefunds })
    expect(findRefundIssue(refund, { orderId: 'o', kind: 'refund' }, 10, formatMoney)).toMatchObject({ message: refundTexts.refundOfRefund })
    expect(findRefundIssue(refund, { orderId: 'another' }, 10, formatMoney)).toMatchObject({ message: refundTexts.otherOrder })
    expect(findRefundIssue(refund, { orderId: 'o' }, 9.99, formatMoney)).toMatchObject({ code: 'CONFLICT', path: 'paymentAmount' })
  })

  test('keep their payment as it is', () => {
    expect(whyPaymentStands({ refunded: 0 })).toBeUndefined()
    expect(whyPaymentStands({ refunded: 0.01 })).toBe(refundTexts.hasRefunds)
  })

  test('are the only way to correct a payment of a closed day or before an invoice', () => {
    expect(whyPaymentStands({ refunded: 0, isDayClosed: true })).toBe(refundTexts.dayClosed)
    expect(whyPaymentStands({ refunded: 5, isDayClosed: true })).toBe(refundTexts.dayClosed)
    expect(whyPaymentStands({ refunded: 5, isDayClosed: true, isInvoiced: true })).toBe(refundTexts.invoiced)
    expect(whyPaymentStands({ refunded: 0, isDayClosed: false, isInvoiced: false })).toBeUndefined()
    expect(whyPaymentStands({ refunded: 0, isInvoiced: true, kind: 'refund' })).toBe(refundTexts.refundInvoiced)
  })

  test('are of an invoice that was issued after the payment, not of drafts and credit notes', () => {
    const payment = { createdAt: '2026-03-02T09:00:00.000Z' }
    const [before, after] = ['2026-03-02T08:59:59.999Z', '2026-03-02T09:00:00.001Z']
    const of = (kind: string, issuedAt: string | null) => isInvoiced(payment, [{ kind, issuedAt }])
    expect([of('invoice', after), of('invoice', before), of('invoice', null), of('credit-note', after)]).toEqual([true, false, false, false])
  })
})
