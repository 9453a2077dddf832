import type { Balance } from './balance.ts'

type Money = (amount: number) => string

/** "Quote $120.00 · paid $10.00 · to pay $110.00"; 'Total' if it has lines. Undefined if there is nothing to show. */
export function balanceToText({ total, paid, balance }: Balance, { hasLines, money }: { hasLines: boolean; money: Money }): string | undefined {
  if (total === null || balance === null) return paid === 0 ? undefined : `Paid ${money(paid)}`
  return [`${hasLines ? 'Total' : 'Quote'} ${money(total)}`, `paid ${money(paid)}`, leftToText(balance, money)].join(' · ')
}

function leftToText(balance: number, money: Money): string {
  if (balance === 0) return 'nothing to pay'
  return balance > 0 ? `to pay ${money(balance)}` : `paid too much ${money(-balance)}`
}

export const openBalanceToText = (name: string, sum: number, money: Money): string => `${name} has ${money(sum)} to pay`
