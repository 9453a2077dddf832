import { dayToInstantRange } from '#schema/rules/text/calendar.ts'

export type DayRange = { fromInstant: string | null; toInstantExclusive: string | null }

const wholeTime: DayRange = { fromInstant: null, toInstantExclusive: null }

/** Bounds of a filter by calendar days of the zone; a day that does not exist (half typed) bounds nothing. */
export function dayRange(from: string | null, to: string | null, timeZone: string): DayRange {
  try {
    return dayToInstantRange(from, to, timeZone)
  } catch {
    return wholeTime
  }
}

/** Stored instants are canonical, so their texts compare as times do. */
export const isWithinRange = (instant: string, { fromInstant, toInstantExclusive }: DayRange): boolean =>
  (fromInstant === null || instant >= fromInstant) && (toInstantExclusive === null || instant < toInstantExclusive)
