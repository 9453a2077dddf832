import type { TaxMode } from '../../values/taxes/tax-rate.ts'
import type { Balance } from './balance.ts'

type Money = (amount: number) => string

/** In place of what an order costs, until all payments of its shop are here. */
export const stillLoadingText = 'Still loading payments'

/** `taxMode`: of the shop; with taxes the total names them. */
type Shown = { hasLines: boolean; money: Money; taxMode: TaxMode; isExempt: boolean }

/** "Quote $120.00 · paid $10.00 · to pay $110.00"; 'Total' if it has lines or tax. Undefined if there is nothing to show. */
export function balanceToText({ total, tax, paid, balance }: Balance, { hasLines, money, taxMode, isExempt }: Shown): string | undefined {
  if (total === null || balance === null) return paid === 0 ? undefined : `Paid ${money(paid)}`
  const taxed = taxMode === 'none' ? '' : isExempt ? ', tax exempt' : ` with ${money(tax ?? 0)} tax`
  return [`${hasLines || taxMode !== 'none' ? 'Total' : 'Quote'} ${money(total)}${taxed}`, `paid ${money(paid)}`, leftToText(balance, money)].join(' · ')
}

function leftToText(balance: number, money: Money): string {
  if (balance === 0) return 'nothing to pay'
  return balance > 0 ? `to pay ${money(balance)}` : `paid too much ${money(-balance)}`
}

export const openBalanceToText = (name: string, sum: number, money: Money): string => `${name} has ${money(sum)} to pay`
