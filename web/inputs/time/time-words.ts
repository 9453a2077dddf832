import { localDay } from '#schema/rules/text/calendar.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { t } from '#web/inputs/inputs-texts.ts'
import { readLanguage } from '#web/language/staff-texts.ts'

const distanceFormat = new Intl.RelativeTimeFormat(readLanguage(), { numeric: 'always' })

/** Time of day in the format's zone; with the day if it is not today there. */
export function toClockTime(instant: string, { time, dateTime, timeZone }: Pick<ShopFormat, 'time' | 'dateTime' | 'timeZone'>, now: Date = new Date()): string {
  return localDay(instant, timeZone) === localDay(now.toISOString(), timeZone) ? time(instant) : dateTime(instant, now)
}

const minuteMs = 60_000

export const intervalUnits = [
  { unit: 'day', ms: 24 * 60 * minuteMs },
  { unit: 'hour', ms: 60 * minuteMs },
  { unit: 'minute', ms: minuteMs },
] as const

/** The later of the two: `now` updates rarely, and a past event must not read as "in a moment". */
export const notBefore = (now: Date, instant: string): Date => (Date.parse(instant) > now.getTime() ? new Date(instant) : now)

/** "just now", "3 minutes ago", "in 5 hours": whole units, rounded down. */
export function toDistance(instant: string, now: Date): string {
  const differenceMs = Date.parse(instant) - now.getTime()
  for (const { unit, ms } of intervalUnits) {
    const count = Math.trunc(differenceMs / ms)
    if (count !== 0) return distanceFormat.format(count, unit)
  }
  return differenceMs > 0 ? t.inAMoment() : t.justNow()
}
