import { orderStatusIdByName } from '../../values/order-status.ts'
import { dayNumberToText, dayTextToNumber, localDay } from '../text/calendar.ts'

export const ownClaimMessage = 'An order cannot be a warranty claim on itself'

/** `serviceDays`: of the service that the line was made of. */
export type WarrantyLine = { kind: string; warrantyDays: number | null; serviceDays: number | null | undefined }

export type WarrantyOrder = { id: string; orderStatusId: string; statusChangedAt: string; claimOf: string | null }

export type WarrantySettings = { warrantyDays: number; timeZone: string }

/** The longest warranty of the order's lines: a line's own days, else its service's, else the shop's. Without lines the shop's. */
export function toWarrantyDays(lines: readonly WarrantyLine[], shopDays: number): number {
  const counted = lines.filter(({ kind }) => kind !== 'discount')
  return counted.length === 0 ? shopDays : Math.max(...counted.map(({ warrantyDays, serviceDays }) => warrantyDays ?? serviceDays ?? shopDays))
}

/** The last day of the warranty, counted from the day of pick-up; null before that, and where there is none. */
export function toWarrantyUntil(
  { orderStatusId, statusChangedAt }: Pick<WarrantyOrder, 'orderStatusId' | 'statusChangedAt'>,
  lines: readonly WarrantyLine[],
  { warrantyDays, timeZone }: WarrantySettings,
): string | null {
  if (orderStatusId !== orderStatusIdByName['Picked up']) return null
  const days = toWarrantyDays(lines, warrantyDays)
  return days === 0 ? null : dayNumberToText(dayTextToNumber(localDay(statusChangedAt, timeZone)) + days)
}

/** The order whose warranty counts: of a claim the first one, which the claim never prolongs. */
export function findFirstOrder<Order extends WarrantyOrder>(order: Order, orderById: ReadonlyMap<string, Order>): Order {
  const seen = new Set([order.id])
  let first = order
  for (;;) {
    const before: Order | undefined = first.claimOf === null ? undefined : orderById.get(first.claimOf)
    if (before === undefined || seen.has(before.id)) return first
    seen.add(before.id)
    first = before
  }
}

export const isUnderWarranty = (until: string | null, today: string): boolean => until !== null && until >= today
