import { orderStatuses, orderStatusIdByName } from '../../values/order-status.ts'
import { daysSince } from '../orders/status-age.ts'
import { sumBalances } from './balance.ts'

/** Nothing is owed for a lead or a cancelled order. */
export const owedStatusIds: readonly string[] = orderStatuses
  .map(({ id }) => id)
  .filter((id) => id !== orderStatusIdByName.Lead && id !== orderStatusIdByName.Cancelled)

type Owed = { order: { id: string; createdAt: string }; balance: number | null }

export type UnpaidReport<Row extends Owed> = { orders: (Row & { days: number })[]; sum: number }

/** The oldest first. `days`: since the order came in. */
export function buildUnpaidReport<Row extends Owed>(rows: readonly Row[], now: Date, timeZone: string): UnpaidReport<Row> {
  return {
    orders: rows
      .map((row) => ({ ...row, days: daysSince(row.order.createdAt, now, timeZone) }))
      .toSorted((one, other) => (one.order.createdAt < other.order.createdAt ? -1 : one.order.createdAt > other.order.createdAt ? 1 : 0)),
    sum: sumBalances(rows) ?? 0,
  }
}
