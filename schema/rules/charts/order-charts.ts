import { isFinishedStatus, orderStatusIdByName } from '../../values/order-status.ts'
import { reportStepSize } from '../money/report.ts'
import { ageBand, type AgeBand, daysSince, type StatusColors } from '../orders/status-age.ts'
import { dayTextToNumber, localDay } from '../text/calendar.ts'
import { dayToPeriod, listPeriods, type Period } from './periods.ts'

export type ChartOrder = {
  orderStatusId: string
  assignedEmployeeId: string | null
  createdAt: string
  statusChangedAt: string
  fixedAt: string | null
}

type StatusBar = { statusId: string } & Record<AgeBand, number>

type AssigneeBar = { employeeId: string | null; open: number; finished: number }

/** Finished orders by month of drop-off. */
type TurnaroundBar = Period & { medianDays: number | null; count: number }

type OrderCharts = { statuses: StatusBar[]; assignees: AssigneeBar[]; turnaround: TurnaroundBar[] }

type OrderChartsInput = { orders: Iterable<ChartOrder>; now: Date; timeZone: string; colors: StatusColors }

const done: ReadonlySet<string> = new Set([orderStatusIdByName.Fixed, orderStatusIdByName['Picked up']])

/**
 * Open orders by status and age, orders by assignee, and turnaround by month of drop-off. Yields, so that the screen
 * stays responsive. Turnaround ends at Fixed, else at pick-up.
 */
export function* countOrdersInSteps({ orders, now, timeZone, colors }: OrderChartsInput): Generator<undefined, OrderCharts> {
  const barByStatus = new Map<string, StatusBar>()
  const barByAssignee = new Map<string | null, AssigneeBar>()
  const daysByMonth = new Map<string, number[]>()
  let count = 0
  for (const { orderStatusId, assignedEmployeeId, createdAt, statusChangedAt, fixedAt } of orders) {
    if (++count % reportStepSize === 0) yield
    const isFinished = isFinishedStatus(orderStatusId)
    const assignee = barByAssignee.get(assignedEmployeeId) ?? { employeeId: assignedEmployeeId, open: 0, finished: 0 }
    barByAssignee.set(assignedEmployeeId, assignee)
    assignee[isFinished ? 'finished' : 'open']++
    if (!isFinished) {
      const bar = barByStatus.get(orderStatusId) ?? { statusId: orderStatusId, green: 0, yellow: 0, red: 0 }
      barByStatus.set(orderStatusId, bar)
      bar[ageBand(daysSince(statusChangedAt, now, timeZone), colors)]++
    } else if (done.has(orderStatusId)) {
      const day = localDay(createdAt, timeZone)
      const took = Math.max(0, dayTextToNumber(localDay(fixedAt ?? statusChangedAt, timeZone)) - dayTextToNumber(day))
      const month = dayToPeriod(day, 'month').from
      const days = daysByMonth.get(month)
      if (days === undefined) daysByMonth.set(month, [took])
      else days.push(took)
    }
  }
  const months = [...daysByMonth.keys()].sort()
  const [first, last] = [months[0], months.at(-1)]
  const periods = first === undefined || last === undefined ? [] : listPeriods(first, last, 'month')
  return {
    statuses: [...barByStatus.values()].sort((one, other) => sizeOf(other) - sizeOf(one) || (one.statusId < other.statusId ? -1 : 1)),
    assignees: [...barByAssignee.values()].sort((one, other) => other.open - one.open || other.finished - one.finished),
    turnaround: periods.map((period) => {
      const days = daysByMonth.get(period.from) ?? []
      return { ...period, medianDays: medianOf(days), count: days.length }
    }),
  }
}

const sizeOf = ({ green, yellow, red }: StatusBar): number => green + yellow + red

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
