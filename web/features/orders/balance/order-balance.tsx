import { type UseFormReturn, useWatch } from 'react-hook-form'
import { isUnpaid, toBalance } from '#schema/rules/money/balance.ts'
import { balanceToText } from '#schema/rules/money/balance-text.ts'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { cn } from '#web/ui/cn.ts'
import type { OrderForm } from '../form.ts'

type OrderBalanceProps = { form: UseFormReturn<OrderForm>; shopId: string; orderId: string }

/** Cost, payments and balance of an order, using the quote as typed. */
export function OrderBalance({ form, shopId, orderId }: OrderBalanceProps) {
  const quotedCost = useWatch({ control: form.control, name: 'quotedCost' })
  const payments = useRowsOfOrder('payments', shopId, orderId)
  const lines = useRowsOfOrder('order_lines', shopId, orderId)
  const { money } = useShopFormat()
  if (payments === undefined || lines === undefined) return null
  const balance = toBalance({ quotedCost, lines, payments })
  const text = balanceToText(balance, { hasLines: lines.length > 0, money })
  if (text === undefined) return null
  return (
    <p
      aria-label="Balance"
      className={cn('mb-4 rounded-md px-3 py-2 font-semibold tabular-nums', isUnpaid(balance) ? 'bg-warn-soft text-warn-ink' : 'bg-sunken')}
    >
      {text}
    </p>
  )
}
