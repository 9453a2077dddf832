import { amountToCents, centsToAmount } from '../../values/money.ts'
import { paymentToSigned } from '../../values/payments/payment-kind.ts'
import { type Price, type PriceInput, type PriceLine, type PriceSums, toPrice } from './price.ts'

/** In whole units of money; all but `paid` are null if nothing is charged. `balance` = `total` − `paid`. */
export type Balance = PriceSums & { paid: number; balance: number | null }

export type BalanceInput<Line extends PriceLine = PriceLine> = PriceInput<Line> & {
  payments: readonly { readonly paymentAmount: number; readonly kind?: unknown }[]
}

/** The only rule of what is owed. */
export const toBalance = (input: BalanceInput): Balance => priceToBalance(toPrice(input), input.payments)

export function priceToBalance({ total, net, tax, taxes }: Price<unknown>, payments: BalanceInput['payments']): Balance {
  const paid = payments.reduce((cents, payment) => cents + paymentToCents(payment), 0)
  return { total, net, tax, taxes, paid: centsToAmount(paid), balance: total === null ? null : centsToAmount(amountToCents(total) - paid) }
}

/** What is owed for several orders together; null if none has a price. */
export function sumBalances(balances: readonly Pick<Balance, 'balance'>[]): number | null {
  const owed = balances.flatMap(({ balance }) => (balance === null ? [] : [amountToCents(balance)]))
  return owed.length === 0 ? null : centsToAmount(owed.reduce((sum, cents) => sum + cents, 0))
}

/** False if the order has no price. */
export const isUnpaid = ({ balance }: Pick<Balance, 'balance'>): boolean => balance !== null && balance > 0

export const paymentToCents = (payment: BalanceInput['payments'][number]): number => amountToCents(paymentToSigned(payment))
