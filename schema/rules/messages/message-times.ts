/** When a message is sent, retried and given up. Times in milliseconds, instants as Dates. */

/** A status must hold this long before its message is sent. */
export const holdMs = 60_000

/** No message for a status that reaches the server later than this. */
export const lateMs = 10 * 60_000

/** Quiet hours in the shop's time zone, unless a user overrides them. */
export const quietFromHour = 21
export const quietToHour = 8

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const quarterMs = 15 * minuteMs

const pausesMs = [1, 2, 5, 10, 20, 40, 60, 120].map((minutes) => minutes * minuteMs)

/** How long failed sending is retried. */
export const tryingMs = 24 * hourMs

/** Time of the next attempt; undefined a day after the first. */
export function findNextTry(now: Date, { tries, firstTryAt }: { tries: number; firstTryAt: Date }): Date | undefined {
  const pauseMs = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? minuteMs
  const next = new Date(now.getTime() + pauseMs)
  return next.getTime() - firstTryAt.getTime() > tryingMs ? undefined : next
}

/** The instant itself outside the quiet hours, else the end of them. */
export function toSendingTime(at: Date, timeZone: string): Date {
  const hourOf = toHourIn(timeZone)
  if (!isQuiet(hourOf(at))) return at
  // Zone offsets and their changes are multiples of 15 minutes, so stepping finds the hour in every zone.
  for (let ms = Math.ceil((at.getTime() + 1) / quarterMs) * quarterMs; ; ms += quarterMs) {
    const candidate = new Date(ms)
    if (!isQuiet(hourOf(candidate))) return candidate
  }
}

const isQuiet = (hour: number): boolean => hour >= quietFromHour || hour < quietToHour

function toHourIn(timeZone: string): (at: Date) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return (at) => Number(format.format(at))
}

export const isLate = (statusAt: string, now: Date): boolean => now.getTime() - Date.parse(statusAt) > lateMs
