import { type AgeTone, type StatusColors, ageTone, daysSince, statusColorsWithoutConfig } from '#schema/rules/orders/status-age.ts'
import { Dot } from '#web/ui/layout/badge.tsx'
import { isFinishedStatus } from '#schema/values/order-status.ts'
import { useShopFormat } from '../shop-format.tsx'
import { useNow } from './use-now.ts'
import { t } from '#web/inputs/inputs-texts.ts'

const dotToneByAge = { green: 'ok', yellow: 'warn', red: 'danger', neutral: 'neutral' } as const satisfies Record<AgeTone, string>

type AgeDotProps = {
  order: { orderStatusId: string; statusChangedAt: string | null | undefined }
  /** The shop's limits in days; 2 and 7 until loaded. */
  colors: StatusColors | undefined
}

/** Days an order has been in its status, with a coloured dot; 'Loading...' while unknown. */
export function AgeDot({ order, colors }: AgeDotProps) {
  const now = useNow()
  const { timeZone } = useShopFormat()
  const age = readStatusAge(order, { now, timeZone, colors })
  if (age === null) return <span className="text-sm text-muted">{t.loading()}</span>
  return (
    <span title={age.text} data-age={age.tone} className="inline-flex shrink-0 items-center gap-1.5 text-sm text-muted tabular-nums">
      <Dot tone={dotToneByAge[age.tone]} />
      <span aria-hidden="true">{age.days}</span>
      <span className="sr-only">{age.text}</span>
    </span>
  )
}

type StatusAge = { days: number; tone: AgeTone; text: string }

/** Days since the last status change, with the colour of the shop's limits; null while unknown. */
export function readStatusAge(
  order: { orderStatusId: string; statusChangedAt: string | null | undefined },
  options: { now: Date; timeZone: string; colors: StatusColors | undefined },
): StatusAge | null {
  const { now, timeZone, colors = statusColorsWithoutConfig } = options
  if (!order.statusChangedAt || Number.isNaN(Date.parse(order.statusChangedAt))) return null
  const days = daysSince(order.statusChangedAt, now, timeZone)
  return {
    days,
    tone: ageTone(days, colors, isFinishedStatus(order.orderStatusId)),
    text: t.daysInStatus({ count: days }),
  }
}
