import { dayNumberToText, dayTextToNumber, localDay, localDayOfMs } from '../text/calendar.ts'

export type StatusColors = { greenEnd: number; yellowEnd: number }
export type AgeBand = 'green' | 'yellow' | 'red'
export type AgeTone = AgeBand | 'neutral'

/** Colors in the order list and dialog while the shop's configuration is not loaded. */
export const statusColorsWithoutConfig: Readonly<StatusColors> = { greenEnd: 2, yellowEnd: 7 }

/** Colors in the settings form and in the stored row of a new shop. */
export const statusColorsDefault: Readonly<StatusColors> = { greenEnd: 2, yellowEnd: 5 }

/** Calendar days of the zone from an instant to now, never negative. */
export function daysSince(instant: string, now: Date, timeZone: string): number {
  const today = dayTextToNumber(localDayOfMs(now.getTime(), timeZone))
  return Math.max(0, today - dayTextToNumber(localDay(instant, timeZone)))
}

/** Both ends belong to their band (ORD-38..40). */
export function ageBand(days: number, colors: StatusColors): AgeBand {
  if (days <= colors.greenEnd) return 'green'
  return days <= colors.yellowEnd ? 'yellow' : 'red'
}

/** Days of the zone on which an order of this band got its status, both inclusive; null bounds nothing. */
export function ageBandDays(band: AgeBand, { greenEnd, yellowEnd }: StatusColors, now: Date, timeZone: string): { from: string | null; to: string | null } {
  const today = dayTextToNumber(localDayOfMs(now.getTime(), timeZone))
  const daysAgo = (days: number): string => dayNumberToText(today - days)
  if (band === 'green') return { from: daysAgo(greenEnd), to: null }
  return band === 'yellow' ? { from: daysAgo(yellowEnd), to: daysAgo(greenEnd + 1) } : { from: null, to: daysAgo(yellowEnd + 1) }
}

/** A finished order shows its number without alarm. */
export function ageTone(days: number, colors: StatusColors, isFinished: boolean): AgeTone {
  return isFinished ? 'neutral' : ageBand(days, colors)
}
