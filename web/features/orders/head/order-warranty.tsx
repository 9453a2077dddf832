import { localDayOfMs } from '#schema/rules/text/calendar.ts'
import { isUnderWarranty } from '#schema/rules/orders/warranty.ts'
import type { Order } from '#schema/collections/work/orders.ts'
import { useWarranty } from '#web/device/react/use-answers.ts'
import { useRow } from '#web/device/react/use-row.ts'
import { Ticket } from '#web/inputs/ticket.tsx'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { useNow } from '#web/inputs/time/use-now.ts'
import { dashboardPath } from '#web/navigation/paths.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../order-form-texts.ts'

/** Until when an order is under warranty, and the way to claim it; of a claim the order that it is about. */
export function OrderWarranty({ shopId, order }: { shopId: string; order: Order }) {
  const now = useNow()
  const { timeZone } = useShopFormat()
  const until = useWarranty(shopId, order)?.until ?? null
  const isValid = isUnderWarranty(until, localDayOfMs(now.getTime(), timeZone))
  return (
    <>
      {order.claimOf !== null && <ClaimOf shopId={shopId} orderId={order.claimOf} />}
      {until !== null && <WarrantyText until={until} isValid={isValid} />}
      {until !== null && isValid && order.claimOf === null && (
        <Button className="px-3" onClick={() => openDialog({ kind: 'order-add', claimOf: order.id })}>
          {t.claim()}
        </Button>
      )}
    </>
  )
}

export function WarrantyText({ until, isValid }: { until: string; isValid: boolean }) {
  const { day } = useShopFormat()
  return <span className={isValid ? 'font-medium' : 'text-muted'}>{isValid ? t.underWarranty({ day: day(until) }) : t.warrantyEnded({ day: day(until) })}</span>
}

function ClaimOf({ shopId, orderId }: { shopId: string; orderId: string }) {
  const first = useRow('orders', orderId)
  if (first.state === 'loading' || first.row === undefined) return null
  return (
    <a href={dashboardPath({ shopId, orderId })} className="inline-flex min-h-11 items-center gap-1 text-accent-ink hover:underline pointer-fine:min-h-0">
      {t.claimOn()} <Ticket shopId={shopId} number={first.row.number} />
    </a>
  )
}
