import { formatMoney, formatQuote } from '#schema/rules/money.ts'

/** An amount with two decimals and a dollar sign (CONST-01); nothing where there is none. */
export function MoneyText({ amount }: { amount: number | null }) {
  return amount === null ? null : <span>{formatMoney(amount)}</span>
}

/** A quote: free text; a plain number shows as money (AMB-79). */
export function QuoteText({ quotedCost }: { quotedCost: string | null }) {
  const text = formatQuote(quotedCost)
  return text === '' ? null : <span title={text} className="max-lg:line-clamp-2">{text}</span>
}
