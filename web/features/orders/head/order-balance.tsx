import { PackageCheck } from 'lucide-react'
import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Order } from '#schema/collections/work/orders.ts'
import { isUnpaid, toBalance } from '#schema/rules/money/balance.ts'
import { balanceToText } from '#schema/rules/money/balance-text.ts'
import { useOrderMoney } from '#web/device/react/use-answers.ts'
import { useIsFirstSync } from '#web/device/react/use-device.ts'
import { TakePayment } from '#web/features/money/taken/take-payment.tsx'
import { readShopQuote, withFormQuote } from '#web/inputs/shop-amounts.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { balanceTexts } from '#web/language/balance-texts.ts'
import { common } from '#web/language/common-texts.ts'
import { cn } from '#web/ui/cn.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { OrderForm } from '../form.ts'
import { t } from '../order-form-texts.ts'
import { usePickUp } from './use-pick-up.ts'

type OrderBalanceProps = {
  form: UseFormReturn<OrderForm>
  shopId: string
  order: Pick<Order, 'id' | 'orderStatusId'>
  /** Whether taking what is to pay is the main act. */ isMain?: boolean
  /** Called when the amounts are known. */
  onRead?: (() => void) | undefined
  /** Called before a status is written. */
  onStatus: (from: string, to: string) => void
}

/** Cost, payments and balance of an order, with quote and customer as typed; takes what is to pay, and gives out what is paid. */
export function OrderBalance({ form, shopId, order, isMain = true, onRead, onStatus }: OrderBalanceProps) {
  const [quotedCost, customerId] = useWatch({ control: form.control, name: ['quotedCost', 'customerId'] })
  const read = useOrderMoney(shopId, order.id, customerId)
  const { money } = useShopFormat()
  const isFirstSync = useIsFirstSync()
  const ready = usePickUp({ shopId, order, onStatus })
  const isRead = isFirstSync || read !== undefined
  useEffect(() => {
    if (isRead) onRead?.()
  }, [isRead, onRead])
  if (isFirstSync)
    return (
      <p aria-label={t.balance()} className="flex min-h-11 items-center text-muted">
        {common.loadingPayments()}
      </p>
    )
  if (read === undefined) return null
  const balance = toBalance(withFormQuote(read.money, readShopQuote(quotedCost)))
  const { isExempt, pricing, lines } = read.money
  const text = balanceToText(balance, { hasLines: lines.length > 0, money, taxMode: pricing.taxMode, isExempt, texts: balanceTexts })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 md:justify-end">
      {text !== undefined && (
        <p aria-label={t.balance()} className={cn('min-w-0 font-semibold tabular-nums max-sm:basis-full', isUnpaid(balance) && 'text-warn-ink')}>
          {text}
        </p>
      )}
      <TakePayment shopId={shopId} order={order} balance={balance} isMain={isMain} onPickUp={ready?.pickUp} />
      {ready !== undefined && balance.balance === 0 && (
        <Button variant={isMain ? 'primary' : undefined} aria-disabled={ready.isBusy || undefined} onClick={ready.pickUp}>
          <PackageCheck aria-hidden="true" />
          {t.pickUp()}
        </Button>
      )}
    </div>
  )
}
