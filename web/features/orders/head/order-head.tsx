import type { ReactNode } from 'react'
import type { Order } from '#schema/collections/work/orders.ts'
import { readPromise } from '#schema/rules/orders/promise.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { PhonesText } from '#web/inputs/customer-line.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { t as inputs } from '#web/inputs/inputs-texts.ts'
import { useNow } from '#web/inputs/time/use-now.ts'
import { GoingTexts } from '#web/features/messages/going-texts.tsx'
import { cn } from '#web/ui/cn.ts'
import { OrderWarranty } from './order-warranty.tsx'
import { NextStatuses } from './next-statuses.tsx'
import { t } from '../order-form-texts.ts'

type OrderHeadProps = {
  shopId: string
  order: Order
  /** What is to pay. */
  balance: ReactNode
  onStatus: (from: string, to: string) => void
}

const row = 'flex flex-col gap-x-4 gap-y-3 md:flex-row md:items-center md:justify-between'

/** Answers a phone call about an order: what and whose it is, how far, when it is promised, what is to pay. */
export function OrderHead({ shopId, order, balance, onStatus }: OrderHeadProps) {
  return (
    <section aria-label={t.atAGlance()} className="-mx-5 -mt-5 mb-5 grid gap-y-3 border-b border-line bg-sunken px-5 py-3">
      <div className={row}>
        <div className="min-w-0">
          <p className="line-clamp-2 text-lg leading-snug font-semibold wrap-anywhere">{order.itemDetails}</p>
          <Whose customerId={order.customerId} />
        </div>
        <Promised order={order} />
      </div>
      <div className={cn(row, 'md:flex-wrap')}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <NextStatuses shopId={shopId} order={order} onStatus={onStatus} />
          <GoingTexts shopId={shopId} order={order} />
          <OrderWarranty shopId={shopId} order={order} />
        </div>
        <div className="min-h-11 md:ml-auto">{balance}</div>
      </div>
    </section>
  )
}

function Whose({ customerId }: { customerId: string | null }) {
  const found = useRow('customers', customerId)
  const customer = found.state === 'ready' ? found.row : undefined
  return (
    <p className="flex min-h-5 flex-wrap gap-x-3">
      {customer !== undefined && (
        <>
          <span className="wrap-anywhere">{customer.name}</span>
          {customer.company !== null && <span className="text-muted wrap-anywhere">{customer.company}</span>}
          <PhonesText customer={customer} />
        </>
      )}
    </p>
  )
}

function Promised({ order }: { order: Order }) {
  const now = useNow()
  const { timeZone, time, dateTime } = useShopFormat()
  const texts = { ...t.promise, late: inputs.late }
  const { text, isTrouble } = readPromise(order, { now, timeZone, formatTime: time, formatDateTime: (instant) => dateTime(instant, now), texts })
  return (
    <p className="flex items-baseline gap-2 md:flex-col md:items-end md:gap-0">
      <span className="text-sm text-muted">{t.promised()}</span>
      <span className={cn('font-semibold whitespace-nowrap tabular-nums', isTrouble && 'text-danger-ink')}>{text}</span>
    </p>
  )
}
