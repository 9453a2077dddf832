import { wallToInstantMs, zoneOffsetMs } from '#schema/rules/text/calendar.ts'
import { browserTimeZone } from './time/time.ts'

const typedPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/

/** What a date-and-time input holds, on the clock of the zone, from an ISO instant; '' for none. */
export function instantToLocalInput(instant: string, timeZone = browserTimeZone()): string {
  const instantMs = Date.parse(instant)
  return Number.isNaN(instantMs) ? '' : new Date(instantMs + zoneOffsetMs(instantMs, timeZone)).toISOString().slice(0, 16)
}

/** The instant that such an input means; '' for what is empty or no date. */
export function localInputToInstant(text: string, timeZone = browserTimeZone()): string {
  const wallMs = typedPattern.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isNaN(wallMs) ? '' : new Date(wallToInstantMs(wallMs, timeZone)).toISOString()
}
