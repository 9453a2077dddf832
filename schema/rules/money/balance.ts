import { amountToCents, centsToAmount, parseAmount } from '../../values/money.ts'
import { sumLines } from './line-totals.ts'
import { paymentToSigned } from '../../values/payments/payment-kind.ts'

/** Whole units of money; `total` and `balance` are null if the order has no price. */
export type Balance = { total: number | null; paid: number; balance: number | null }

export type BalanceInput = {
  quotedCost: string | null
  lines: readonly BalanceLine[]
  payments: readonly { readonly paymentAmount: number; readonly kind?: unknown }[]
}

type BalanceLine = { readonly quantity: number; readonly unitPrice: number }

/** In cents; `lines` and `quote` are null if absent or not numeric. */
export type BalanceSums = { lines: number | null; quote: number | null; paid: number }

/** Single source of what is owed: sum of lines, else a numeric quote, less payments. */
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

/** False if the order has no price. */
export const isUnpaid = ({ balance }: Pick<Balance, 'balance'>): boolean => balance !== null && balance > 0

export const areSumsUnpaid = ({ lines, quote, paid }: BalanceSums): boolean => (lines ?? quote ?? 0) > paid && (lines ?? quote) !== null

export const paymentToCents = (payment: BalanceInput['payments'][number]): number => amountToCents(paymentToSigned(payment))

export function quoteToCents(quotedCost: string | null): number | null {
  const amount = quotedCost === null ? null : parseAmount(quotedCost)
  return amount === null ? null : amountToCents(amount)
}
