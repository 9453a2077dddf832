/** Dates and times for people: the browser's locale and zone (AMB-159). Instants are ISO texts. */

// Read once: each read constructs a formatter, and a list would need two per row.
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const browserTimeZone = (): string => timeZone

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const dayFormat = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const dayOfYearFormat = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' })

export const formatTime = (instant: string): string => timeFormat.format(new Date(instant))

export const formatDate = (instant: string): string => dayOfYearFormat.format(new Date(instant))

/** 'Mar 3, 2:00 PM'; the year only where it is not the present one. */
export function formatDateTime(instant: string, now: Date): string {
  const date = new Date(instant)
  const format = date.getFullYear() === now.getFullYear() ? dayFormat : dayOfYearFormat
  return `${format.format(date)}, ${timeFormat.format(date)}`
}

/** A day such as `2026-03-03` in the locale's format. */
export const formatDay = (day: string): string => formatDate(`${day}T12:00:00`)
