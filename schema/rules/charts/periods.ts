import { dayNumberToText, dayTextToNumber } from '../text/calendar.ts'

export type PeriodUnit = 'day' | 'week' | 'month'

/** Days `YYYY-MM-DD`, both inclusive. */
export type Period = { from: string; to: string }

export function dayToPeriod(day: string, unit: PeriodUnit): Period {
  if (unit === 'day') return { from: day, to: day }
  const number = dayTextToNumber(day)
  if (unit === 'week') {
    // 1970-01-01 was a Thursday.
    const monday = number - ((((number + 3) % 7) + 7) % 7)
    return { from: dayNumberToText(monday), to: dayNumberToText(monday + 6) }
  }
  const first = `${day.slice(0, 7)}-01`
  const next = dayTextToNumber(first) + 31
  return { from: first, to: dayNumberToText(dayTextToNumber(`${dayNumberToText(next).slice(0, 7)}-01`) - 1) }
}

export function listPeriods(first: string, last: string, unit: PeriodUnit): Period[] {
  const periods: Period[] = []
  for (let day = first; day <= last;) {
    const period = dayToPeriod(day, unit)
    periods.push(period)
    day = dayNumberToText(dayTextToNumber(period.to) + 1)
  }
  return periods
}

/** More bars are unreadable on a phone. */
const barsMax = 62

export function fitUnit(first: string, last: string): PeriodUnit {
  const days = dayTextToNumber(last) - dayTextToNumber(first) + 1
  if (days <= barsMax) return 'day'
  return days <= barsMax * 7 ? 'week' : 'month'
}
