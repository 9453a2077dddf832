import type { BalanceTexts } from '../../language/compiled/balance/balance-type.ts'
import type { TaxMode } from '../../values/taxes/tax-rate.ts'
import type { Balance } from './balance.ts'

type Money = (amount: number) => string

/** `taxMode`: of the shop; with taxes the total names them. */
type Shown = { hasLines: boolean; money: Money; taxMode: TaxMode; isExempt: boolean; texts: BalanceTexts }

/** "Quote $120.00 · paid $10.00 · to pay $110.00"; 'Total' if it has lines or tax. Undefined if there is nothing to show. */
export function balanceToText({ total, tax, paid, balance }: Balance, { hasLines, money, taxMode, isExempt, texts }: Shown): string | undefined {
  if (total === null || balance === null) return paid === 0 ? undefined : texts.onlyPaid({ amount: money(paid) })
  const amount = money(total)
  const taxed = isExempt ? texts.exempt({ amount }) : texts.totalWithTax({ amount, tax: money(tax ?? 0) })
  const cost = taxMode !== 'none' ? taxed : hasLines ? texts.total({ amount }) : texts.quote({ amount })
  return [cost, texts.paid({ amount: money(paid) }), leftToText(balance, money, texts)].join(' · ')
}

function leftToText(balance: number, money: Money, { nothingToPay, toPay, paidTooMuch }: BalanceTexts): string {
  if (balance === 0) return nothingToPay()
  return balance > 0 ? toPay({ amount: money(balance) }) : paidTooMuch({ amount: money(-balance) })
}
