import { parseAmount } from '#schema/values/money.ts'
import { cn } from '#web/ui/cn.ts'
import { useShopFormat } from './shop-format.tsx'

// A truncated amount reads as a wrong one, so long amounts get a smaller font instead, and never break.
const amountClass = (text: string): string =>
  cn(
    'whitespace-nowrap',
    text.length >= 10 && 'text-sm max-xl:tracking-tight',
    text.length >= 12 ? 'max-xl:text-[0.6875rem]' : text.length >= 10 && 'max-xl:text-xs',
  )

/** An amount in the shop's format; renders nothing for null. */
export function MoneyText({ amount }: { amount: number | null }) {
  const { money } = useShopFormat()
  if (amount === null) return null
  const text = money(amount)
  return (
    <span title={text} className={amountClass(text)}>
      {text}
    </span>
  )
}

/** A quote is free text; a plain number shows as money. */
export function QuoteText({ quotedCost }: { quotedCost: string | null }) {
  const { quote } = useShopFormat()
  const text = quote(quotedCost)
  if (text === '') return null
  const isAmount = quotedCost !== null && parseAmount(quotedCost) !== null
  return (
    <span title={text} className={isAmount ? amountClass(text) : 'ml-auto line-clamp-2 w-fit max-w-full leading-tight wrap-break-word whitespace-normal'}>
      {text}
    </span>
  )
}
