import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finishedStatusIds, orderStatuses, orderStatusIdByName } from '../../values/order-status.ts'
import { buildReport, type ReportMoney } from '../money/report.ts'
import { dayNumberToText, dayTextToNumber } from '../text/calendar.ts'
import { sumIncomeInSteps } from './income.ts'
import { type ChartOrder, countOrdersInSteps } from './order-charts.ts'
import { dayToPeriod, fitUnit, listPeriods, type PeriodUnit } from './periods.ts'

function takeAll<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done: isDone, value } = steps.next()
    if (isDone === true) return value
  }
}

const range = { fromInstant: null, toInstantExclusive: null }
const timeZone = 'America/New_York'
const units: readonly PeriodUnit[] = ['day', 'week', 'month']
const instant = fc.date({ min: new Date('2025-11-20T00:00:00Z'), max: new Date('2026-04-10T00:00:00Z'), noInvalidDate: true }).map((date) => date.toISOString())
const day = fc.integer({ min: dayTextToNumber('2020-01-01'), max: dayTextToNumber('2032-12-31') }).map(dayNumberToText)

const money: fc.Arbitrary<ReportMoney[]> = fc.array(
  fc.record({
    id: fc.uuid(),
    orderId: fc.constant('one'),
    createdAt: instant,
    amount: fc.integer({ min: 1, max: 999_999 }).map((cents) => cents / 100),
    afterTax: fc.boolean(),
    text: fc.constant(null),
    kind: fc.constantFrom('refund', null),
  }),
  { maxLength: 30 },
)

describe('periods', () => {
  test('follow each other without a gap, and hold their days', () => {
    fc.assert(
      fc.property(day, fc.nat(400), fc.constantFrom(...units), (first, more, unit) => {
        const last = dayNumberToText(dayTextToNumber(first) + more)
        const periods = listPeriods(first, last, unit)
        expect([dayToPeriod(first, unit), dayToPeriod(last, unit)]).toEqual([periods[0], periods.at(-1)])
        for (const [index, period] of periods.entries()) {
          const next = periods[index + 1]
          if (next !== undefined) expect(dayTextToNumber(next.from)).toBe(dayTextToNumber(period.to) + 1)
          expect(dayToPeriod(period.to, unit)).toEqual(period)
        }
      }),
    )
  })

  test('begin weeks on Monday and months on their first', () => {
    expect(dayToPeriod('2026-03-01', 'week')).toEqual({ from: '2026-02-23', to: '2026-03-01' })
    expect(dayToPeriod('2024-02-10', 'month')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  })

  test('are as fine as can be looked over', () => {
    expect([fitUnit('2026-01-01', '2026-01-31'), fitUnit('2026-01-01', '2026-06-30'), fitUnit('2024-01-01', '2026-06-30')]).toEqual(['day', 'week', 'month'])
  })
})

describe('income and costs (PICT-01)', () => {
  test('add up to what the report says, whatever the bars are', () => {
    fc.assert(
      fc.property(money, money, fc.constantFrom(...units, undefined), (payments, costs, unit) => {
        const { bars } = takeAll(sumIncomeInSteps({ payments, costs, range, timeZone, unit }))
        const { summary } = buildReport({ payments, costs, range, taxPercent: null })
        const sum = (name: 'income' | 'costs') => bars.reduce((cents, bar) => cents + Math.round(bar[name] * 100), 0) / 100
        expect([sum('income'), sum('costs')]).toEqual([summary.totalPayments, summary.totalCosts])
      }),
    )
  })

  test('of a bar are those of its days, which lead to its rows', () => {
    fc.assert(
      fc.property(money, (payments) => {
        const { bars } = takeAll(sumIncomeInSteps({ payments, costs: [], range, timeZone: 'UTC', unit: 'week' }))
        for (const { from, to, income } of bars) {
          const own = payments.filter(({ createdAt }) => createdAt.slice(0, 10) >= from && createdAt.slice(0, 10) <= to)
          expect(income).toBe(buildReport({ payments: own, costs: [], range, taxPercent: null }).summary.totalPayments)
        }
      }),
    )
  })
})

describe('orders in pictures (PICT-01)', () => {
  const order: fc.Arbitrary<ChartOrder> = fc.record({
    orderStatusId: fc.constantFrom(...orderStatuses.map(({ id }) => id)),
    assignedEmployeeId: fc.constantFrom(null, 'ann', 'bob'),
    createdAt: instant,
    statusChangedAt: instant,
    fixedAt: fc.option(instant, { nil: null }),
  })
  const input = { now: new Date('2026-04-10T12:00:00.000Z'), timeZone, colors: { greenEnd: 2, yellowEnd: 7 } }

  test('counts each open order once by status and each order once by assignee', () => {
    fc.assert(
      fc.property(fc.array(order, { maxLength: 60 }), (orders) => {
        const { statuses, assignees, turnaround } = takeAll(countOrdersInSteps({ orders, ...input }))
        const finished = new Set(finishedStatusIds)
        const open = orders.filter(({ orderStatusId }) => !finished.has(orderStatusId))
        expect(statuses.reduce((sum, { green, yellow, red }) => sum + green + yellow + red, 0)).toBe(open.length)
        expect(assignees.reduce((sum, bar) => sum + bar.open, 0)).toBe(open.length)
        expect(assignees.reduce((sum, bar) => sum + bar.open + bar.finished, 0)).toBe(orders.length)
        const done = orders.filter(({ orderStatusId }) => [orderStatusIdByName.Fixed, orderStatusIdByName['Picked up']].includes(orderStatusId))
        expect(turnaround.reduce((sum, { count }) => sum + count, 0)).toBe(done.length)
      }),
    )
  })

  test('tells the median of the days from drop-off, and of months without orders that there are none', () => {
    const done = (createdAt: string, fixedAt: string | null, statusChangedAt = fixedAt ?? createdAt): ChartOrder => ({
      orderStatusId: orderStatusIdByName[fixedAt === statusChangedAt ? 'Fixed' : 'Picked up'],
      assignedEmployeeId: null,
      createdAt: `${createdAt}T15:00:00.000Z`,
      statusChangedAt: `${statusChangedAt}T15:00:00.000Z`,
      fixedAt: fixedAt === null ? null : `${fixedAt}T15:00:00.000Z`,
    })
    const orders = [
      done('2026-01-05', '2026-01-06'),
      // Turnaround excludes the weeks until pick-up.
      done('2026-01-10', '2026-01-20', '2026-03-31'),
      // Never Fixed: counts until pick-up.
      done('2026-01-11', null, '2026-01-15'),
      done('2026-03-01', '2026-03-01'),
    ]
    expect(takeAll(countOrdersInSteps({ orders, ...input })).turnaround).toEqual([
      { from: '2026-01-01', to: '2026-01-31', medianDays: 4, count: 3 },
      { from: '2026-02-01', to: '2026-02-28', medianDays: null, count: 0 },
      { from: '2026-03-01', to: '2026-03-31', medianDays: 0, count: 1 },
    ])
  })
})
