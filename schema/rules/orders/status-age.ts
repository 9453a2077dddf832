import { dayNumberToText, dayTextToNumber, localDay, localDayOfMs } from '../text/calendar.ts'

export type StatusColors = { greenEnd: number; yellowEnd: number }
export type AgeBand = 'green' | 'yellow' | 'red'
export type AgeTone = AgeBand | 'neutral'

/** Used until the shop's configuration is loaded. */
export const statusColorsWithoutConfig: Readonly<StatusColors> = { greenEnd: 2, yellowEnd: 7 }

/** Initial values of the settings form and of new shops. */
export const statusColorsDefault: Readonly<StatusColors> = { greenEnd: 2, yellowEnd: 5 }

/** Calendar days in the zone, never negative. */
export function daysSince(instant: string, now: Date, timeZone: string): number {
  const today = dayTextToNumber(localDayOfMs(now.getTime(), timeZone))
  return Math.max(0, today - dayTextToNumber(localDay(instant, timeZone)))
}

/** Both ends inclusive. */
export function ageBand(days: number, colors: StatusColors): AgeBand {
  if (days <= colors.greenEnd) return 'green'
  return days <= colors.yellowEnd ? 'yellow' : 'red'
}

/** Days on which an order of this band got its status, both inclusive; null for unbounded. */
export function ageBandDays(band: AgeBand, { greenEnd, yellowEnd }: StatusColors, now: Date, timeZone: string): { from: string | null; to: string | null } {
  const today = dayTextToNumber(localDayOfMs(now.getTime(), timeZone))
  const daysAgo = (days: number): string => dayNumberToText(today - days)
  if (band === 'green') return { from: daysAgo(greenEnd), to: null }
  return band === 'yellow' ? { from: daysAgo(yellowEnd), to: daysAgo(greenEnd + 1) } : { from: null, to: daysAgo(yellowEnd + 1) }
}

export function ageTone(days: number, colors: StatusColors, isFinished: boolean): AgeTone {
  return isFinished ? 'neutral' : ageBand(days, colors)
}

/** Days on which an order of more than `days` days got its status. */
export const olderThanDays = (days: number, now: Date, timeZone: string): { from: null; to: string } => ({
  from: null,
  to: dayNumberToText(dayTextToNumber(localDayOfMs(now.getTime(), timeZone)) - days - 1),
})
