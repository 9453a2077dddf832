import type { Cost } from '#schema/collections/work/costs.ts'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import type { Payment } from '#schema/collections/work/payments.ts'
import { isInvoiced, refundedOf } from '#schema/rules/money/refunds.ts'
import { amountToCents, centsToAmount } from '#schema/values/money.ts'
import { isRefund, paymentToSigned } from '#schema/values/payments/payment-kind.ts'
import { type MoneyAct, type MoneyForm, moneyToForm } from './form.ts'

/** One line of payments or costs. `amount` is as summed up: costs and payments positive, refunds negative. */
export type MoneyLine = {
  id: string
  act: MoneyAct
  amount: number
  afterTax: boolean
  method: string | null
  text: string | null
  createdAt: string
  form: MoneyForm
  row: Payment | Cost
  /** Of a payment, in whole units of money: the sum of its refunds. */
  refunded: number
  /** Whether an invoice of the order was issued after it. */
  isInvoiced: boolean
}

export const paymentToLine = (row: Payment, payments: readonly Payment[] = [], invoices: readonly Invoice[] = []): MoneyLine => ({
  id: row.id,
  act: isRefund(row) ? 'refund' : 'payment',
  amount: paymentToSigned(row),
  afterTax: row.afterTax,
  method: row.method,
  text: row.paymentText,
  createdAt: row.createdAt,
  form: moneyToForm(row),
  row,
  refunded: refundedOf(row, payments),
  isInvoiced: isInvoiced(row, invoices),
})

export const costToLine = (row: Cost): MoneyLine => ({
  id: row.id,
  act: 'cost',
  amount: row.costAmount,
  afterTax: row.afterTax,
  method: null,
  text: row.costText,
  createdAt: row.createdAt,
  form: moneyToForm(row),
  row,
  refunded: 0,
  isInvoiced: false,
})

/** What can still be refunded of a payment. */
export const leftOfLine = ({ amount, refunded }: MoneyLine): number => centsToAmount(amountToCents(amount) - amountToCents(refunded))

/** Oldest first. */
export const compareLines = (a: MoneyLine, b: MoneyLine): number => (a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1)
