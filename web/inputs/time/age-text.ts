import { isFinishedStatus } from '#schema/values/order-status.ts'
import { ageTone, daysSince, statusColorsWithoutConfig, type AgeTone, type StatusColors } from '#schema/rules/orders/status-age.ts'

export type StatusAge = { days: number; tone: AgeTone; text: string }

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
    text: `${days} ${days === 1 ? 'day' : 'days'} since the last status change`,
  }
}
