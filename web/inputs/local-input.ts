import { wallToInstantMs, zoneOffsetMs } from '#schema/rules/text/calendar.ts'
import { browserTimeZone } from './time/time.ts'

const typedPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/

/** An ISO instant as a datetime input's value in the zone; '' for none. */
export function instantToLocalInput(instant: string, timeZone = browserTimeZone()): string {
  const instantMs = Date.parse(instant)
  return Number.isNaN(instantMs) ? '' : new Date(instantMs + zoneOffsetMs(instantMs, timeZone)).toISOString().slice(0, 16)
}

/** The instant of such a value; '' for an empty or invalid one. */
export function localInputToInstant(text: string, timeZone = browserTimeZone()): string {
  const wallMs = typedPattern.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isNaN(wallMs) ? '' : new Date(wallToInstantMs(wallMs, timeZone)).toISOString()
}
