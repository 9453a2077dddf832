import type { Period, PeriodUnit } from '#schema/rules/charts/periods.ts'
import { defaultLocale } from '#schema/rules/shop/profile.ts'

const toNoon = (day: string): Date => new Date(`${day}T12:00:00Z`)

/** 'Jun 3', 'Jun 1 – 7', 'Jun'; with the year where the bars lie in several years. */
export function createPeriodText(locale: string, bars: readonly Period[]): (period: Period, unit: PeriodUnit) => string {
  const isOneYear = bars[0]?.from.slice(0, 4) === bars.at(-1)?.to.slice(0, 4)
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale === defaultLocale ? undefined : locale, {
      timeZone: 'UTC',
      month: 'short',
      ...(!isOneYear && { year: 'numeric' }),
      ...options,
    })
  const [month, day] = [formatter({}), formatter({ day: 'numeric' })]
  return ({ from, to }, unit) =>
    unit === 'month' ? month.format(toNoon(from)) : from === to ? day.format(toNoon(from)) : day.formatRange(toNoon(from), toNoon(to))
}
