const clockFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** Time of day on this device's clock; with the day when it was not today. */
export function toClockTime(instant: string, now: Date = new Date()): string {
  const date = new Date(instant)
  const time = clockFormat.format(date)
  return date.toDateString() === now.toDateString() ? time : `${dayFormat.format(date)}, ${time}`
}
