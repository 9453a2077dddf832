import type { ErrorCode } from '../../errors.ts'
import { amountToCents, centsToAmount } from '../../values/money.ts'
import { isRefund } from '../../values/payments/payment-kind.ts'

export const refundTexts = {
  otherOrder: 'This payment belongs to another order.',
  refundOfRefund: 'A refund cannot be refunded.',
  onlyRefunds: 'Only a refund names a payment.',
  nothingLeft: 'Nothing of this payment is left. It was refunded already.',
  hasRefunds: 'This payment was refunded, so it stays as it is. Delete its refund first.',
  dayClosed: 'The day of this payment is closed, so it stays as it is. Refund it.',
  invoiced: 'An invoice was issued after this payment, so it stays as it is. Refund it.',
  refundInvoiced: 'An invoice was issued after this refund, so it stays as it is. Take a payment.',
  reasonNeeded: 'Please enter a reason',
} as const

type PaymentRow = { readonly id: string; readonly paymentAmount: number; readonly kind?: unknown; readonly refundOf?: unknown }

/** What is left of a payment after its refunds, in whole units of money. `without`: the id of a refund that does not count, because it is being edited. */
export const leftOfPayment = (payment: PaymentRow, payments: Iterable<PaymentRow>, without?: string): number =>
  centsToAmount(amountToCents(payment.paymentAmount) - amountToCents(refundedOf(payment, payments, without)))

/** The sum of a payment's refunds, in whole units of money. */
export function refundedOf({ id }: Pick<PaymentRow, 'id'>, payments: Iterable<PaymentRow>, without?: string): number {
  let cents = 0
  for (const row of payments) if (row.refundOf === id && row.id !== without) cents += amountToCents(row.paymentAmount)
  return centsToAmount(cents)
}

/** Undefined if a refund of `amount` fits in what is `left`. */
export function findLeftIssue(amount: number, left: number, money: (amount: number) => string): string | undefined {
  if (amountToCents(amount) <= amountToCents(left)) return undefined
  return left > 0 ? `Only ${money(left)} of this payment is left.` : refundTexts.nothingLeft
}

type Refund = { readonly refundOf?: unknown; readonly kind?: unknown; readonly orderId?: unknown; readonly paymentAmount: number }
type Refunded = { readonly kind?: unknown; readonly orderId?: unknown }
type Refusal = { code: ErrorCode; path: string; message: string }

/** The refusal of a refund that names a payment. `left`: of that payment, without this refund. */
export function findRefundIssue(refund: Refund, payment: Refunded, left: number, money: (amount: number) => string): Refusal | undefined {
  const refuse = (path: string, message: string): Refusal => ({ code: 'VALIDATION', path, message })
  if (!isRefund({ kind: refund.kind })) return refuse('refundOf', refundTexts.onlyRefunds)
  if (isRefund({ kind: payment.kind })) return refuse('refundOf', refundTexts.refundOfRefund)
  if (payment.orderId !== refund.orderId) return refuse('refundOf', refundTexts.otherOrder)
  const message = findLeftIssue(refund.paymentAmount, left, money)
  return message === undefined ? undefined : { code: 'CONFLICT', path: 'paymentAmount', message }
}

type Document = { readonly kind?: unknown; readonly issuedAt?: unknown; readonly [other: string]: unknown }

/** Whether an invoice of the payment's order was issued after it. `documents`: invoices and credit notes of that order. */
export const isInvoiced = ({ createdAt }: { readonly createdAt: string }, documents: Iterable<Document>): boolean => {
  for (const { kind, issuedAt } of documents) if (kind === 'invoice' && typeof issuedAt === 'string' && createdAt <= issuedAt) return true
  return false
}

type Standing = {
  /** Of a payment or a refund. */
  kind?: unknown
  /** The sum of its refunds, in whole units of money. */
  refunded: number
  /** Whether the day or till in which it was taken is closed. */
  isDayClosed?: boolean
  /** Whether an invoice of its order was issued after it. */
  isInvoiced?: boolean
}

/** Why a payment is neither changed nor deleted, only refunded; undefined if it may be. The lasting reasons come first. */
export function whyPaymentStands({ kind, refunded, isDayClosed = false, isInvoiced: isOfInvoice = false }: Standing): string | undefined {
  if (isOfInvoice) return isRefund({ kind }) ? refundTexts.refundInvoiced : refundTexts.invoiced
  if (isDayClosed) return refundTexts.dayClosed
  return refunded > 0 ? refundTexts.hasRefunds : undefined
}
