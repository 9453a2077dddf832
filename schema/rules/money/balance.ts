import { amountToCents, centsToAmount, parseAmount } from '../../values/money.ts'
import { sumLines } from './line-totals.ts'
import { paymentToSigned } from '../../values/payments/payment-kind.ts'

/** What an order costs, what came of it, and what is left, in whole units of money; null where the total is not known. */
export type Balance = { total: number | null; paid: number; balance: number | null }

export type BalanceInput = {
  quotedCost: string | null
  lines: readonly BalanceLine[]
  payments: readonly { readonly paymentAmount: number; readonly kind?: unknown }[]
}

/** A part or labour. */
type BalanceLine = { readonly quantity: number; readonly unitPrice: number }

/** Sums in cents; `lines` and `quote` are null where there are none, or none that can be added up. */
export type BalanceSums = { lines: number | null; quote: number | null; paid: number }

/** The only place that knows what is owed: the lines' sum if there are any, else the quote if it is an amount, less the payments. */
export function sumsToBalance({ lines, quote, paid }: BalanceSums): Balance {
  const total = lines ?? quote
  return { total: total === null ? null : centsToAmount(total), paid: centsToAmount(paid), balance: total === null ? null : centsToAmount(total - paid) }
}

export const toBalance = ({ quotedCost, lines, payments }: BalanceInput): Balance =>
  sumsToBalance({
    lines: lines.length > 0 ? amountToCents(sumLines(lines)) : null,
    quote: quoteToCents(quotedCost),
    paid: payments.reduce((cents, payment) => cents + paymentToCents(payment), 0),
  })

/** Something is left to pay. Where nobody said what it costs, nothing is owed by sum. */
export const isUnpaid = ({ balance }: Pick<Balance, 'balance'>): boolean => balance !== null && balance > 0

/** The same of sums, which a list asks of every order. */
export const areSumsUnpaid = ({ lines, quote, paid }: BalanceSums): boolean => (lines ?? quote ?? 0) > paid && (lines ?? quote) !== null

export const paymentToCents = (payment: BalanceInput['payments'][number]): number => amountToCents(paymentToSigned(payment))

export function quoteToCents(quotedCost: string | null): number | null {
  const amount = quotedCost === null ? null : parseAmount(quotedCost)
  return amount === null ? null : amountToCents(amount)
}
