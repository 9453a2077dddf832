import { amountToCents, centsToAmount } from '../../values/money.ts'
import { isRefund } from '../../values/payments/payment-kind.ts'
import { isInRange, type ReportMoney, type ReportRange, reportStepSize } from '../money/report.ts'
import { localDay } from '../text/calendar.ts'
import { dayToPeriod, fitUnit, listPeriods, type Period, type PeriodUnit } from './periods.ts'

/** Whole units of money, including tax. `income`: less refunds, may be negative; `costs`: positive. */
type IncomeBar = Period & { income: number; costs: number }

type Income = { unit: PeriodUnit; bars: IncomeBar[] }

type IncomeInput = {
  payments: Iterable<ReportMoney>
  costs: Iterable<ReportMoney>
  range: ReportRange
  timeZone: string
  unit: PeriodUnit | undefined
}

/** Income and costs by day, week or month of the time zone. Yields, so that the screen stays responsive. */
export function* sumIncomeInSteps({ payments, costs, range, timeZone, unit: wanted }: IncomeInput): Generator<undefined, Income> {
  const centsByDay = new Map<string, { income: number; costs: number }>()
  let count = 0
  const add = ({ createdAt }: ReportMoney, name: 'income' | 'costs', cents: number): void => {
    if (!isInRange(createdAt, range)) return
    const day = localDay(createdAt, timeZone)
    const sum = centsByDay.get(day) ?? { income: 0, costs: 0 }
    sum[name] += cents
    centsByDay.set(day, sum)
  }
  for (const payment of payments) {
    add(payment, 'income', isRefund(payment) ? -amountToCents(payment.amount) : amountToCents(payment.amount))
    if (++count % reportStepSize === 0) yield
  }
  for (const cost of costs) {
    add(cost, 'costs', amountToCents(cost.amount))
    if (++count % reportStepSize === 0) yield
  }
  const days = [...centsByDay.keys()].sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { unit: wanted ?? 'day', bars: [] }
  const unit = wanted ?? fitUnit(first, last)
  const barByStart = new Map(listPeriods(first, last, unit).map((period) => [period.from, { ...period, incomeCents: 0, costsCents: 0 }]))
  for (const [day, sum] of centsByDay) {
    const bar = barByStart.get(dayToPeriod(day, unit).from)
    if (bar === undefined) continue
    bar.incomeCents += sum.income
    bar.costsCents += sum.costs
  }
  const bars = [...barByStart.values()].map(({ from, to, incomeCents, costsCents }) => ({
    from,
    to,
    income: centsToAmount(incomeCents),
    costs: centsToAmount(costsCents),
  }))
  return { unit, bars }
}
