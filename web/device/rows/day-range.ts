import { dayToInstantRange } from '#schema/rules/text/calendar.ts'

export type DayRange = { fromInstant: string | null; toInstantExclusive: string | null }

const wholeTime: DayRange = { fromInstant: null, toInstantExclusive: null }

/** Bounds of a filter by calendar days in the zone; an invalid day (half typed) sets no bound. */
export function dayRange(from: string | null, to: string | null, timeZone: string): DayRange {
  try {
    return dayToInstantRange(from, to, timeZone)
  } catch {
    return wholeTime
  }
}

/** Stored instants have one format, so string order is time order. */
export const isWithinRange = (instant: string, { fromInstant, toInstantExclusive }: DayRange): boolean =>
  (fromInstant === null || instant >= fromInstant) && (toInstantExclusive === null || instant < toInstantExclusive)
