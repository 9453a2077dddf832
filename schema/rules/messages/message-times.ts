/** When a message may go, be tried again, and when it is given up. Times in milliseconds, instants as Dates. */

/** A status must hold for this long before it is told. */
export const holdMs = 60_000

/** A status that reaches the server later than this after it was set tells of what is past. */
export const lateMs = 10 * 60_000

/** Nothing is sent from the first to the second hour of the shop's day, unless a person says so. */
export const quietFromHour = 21
export const quietToHour = 8

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const quarterMs = 15 * minuteMs

/** Pauses between tries; the last one is that of all further ones. */
const pausesMs = [1, 2, 5, 10, 20, 40, 60, 120].map((minutes) => minutes * minuteMs)

/** For how long a carrier's failure is tried again. */
export const tryingMs = 24 * hourMs

/** Time of the next try after `tries` of them; undefined where a day has passed since the first. */
export function findNextTry(now: Date, { tries, firstTryAt }: { tries: number; firstTryAt: Date }): Date | undefined {
  const pauseMs = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? minuteMs
  const next = new Date(now.getTime() + pauseMs)
  return next.getTime() - firstTryAt.getTime() > tryingMs ? undefined : next
}

/** The instant itself where something may be sent then, else the next morning's. */
export function toSendingTime(at: Date, timeZone: string): Date {
  const hourOf = toHourIn(timeZone)
  if (!isQuiet(hourOf(at))) return at
  // Zones are whole quarters of an hour apart, and so are their changes: walking finds the morning on every one of them.
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

/** Of a status that the server has just read: it was set so long ago that its customer knows, or that something else happened since. */
export const isLate = (statusAt: string, now: Date): boolean => now.getTime() - Date.parse(statusAt) > lateMs
