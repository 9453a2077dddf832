import type { InputsTexts } from '../../language/compiled/inputs/inputs-type.ts'
import { dayNumberToText, dayTextToNumber, instantToMs, localDay, localDayOfMs, wallToInstantMs, zoneOffsetMs } from '../text/calendar.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const maxDaysAhead = 99

/** Offered due days: today, tomorrow, … */
export const duePresets: readonly number[] = [0, 1, 2, 3, 5, 7, 14, 21, 28]

export const dueHours: readonly number[] = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]

export const presetDefaultHour = 17

const defaultDue = { days: 1, hour: 14 }

type LocalDue = { date: string; hour: number; minute: number }

/** '9 AM', '12 PM', '9 PM'; hour is 0 to 23. */
export function hourLabel(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`
}

export function presetToInstant(preset: { days: number; hour: number; now: Date; timeZone: string }): string {
  const { days, hour, now, timeZone } = preset
  const date = dayNumberToText(todayNumber(now, timeZone) + days)
  return joinDue({ date, hour }, timeZone)
}

export function defaultDueInstant(now: Date, timeZone: string): string {
  return presetToInstant({ ...defaultDue, now, timeZone })
}

/** Calendar days until the due day: at most 99, negative if past. */
export function daysUntilDue(due: string, now: Date, timeZone: string): number {
  return Math.min(maxDaysAhead, dayTextToNumber(localDay(due, timeZone)) - todayNumber(now, timeZone))
}

/** The days of orders that are promised for today, or were for an earlier day; both ends inclusive. */
export function dueDays(due: 'today' | 'late', now: Date, timeZone: string): { from: string | null; to: string } {
  const today = todayNumber(now, timeZone)
  return due === 'today' ? { from: dayNumberToText(today), to: dayNumberToText(today) } : { from: null, to: dayNumberToText(today - 1) }
}

/** After more days, being late is no longer today's trouble. */
const recentDays = 7

/** How late something is: '2 d late', '3 h late'. */
export function readLate(due: string, now: Date, timeZone: string, { late }: Pick<InputsTexts, 'late'>): { text: string; isRecent: boolean } {
  const days = -daysUntilDue(due, now, timeZone)
  const hours = Math.floor((now.getTime() - instantToMs(due)) / hourMs)
  return { text: days > 0 ? late.days({ days }) : hours > 0 ? late.hours({ hours }) : late.less(), isRecent: days <= recentDays }
}

/** `formatTime` renders the due instant's time of day. */
type DueWords = { timeZone: string; formatTime: (instant: string) => string; texts: Pick<InputsTexts, 'dueIs'> }

/** '' without a due time. */
export function dueLabel(due: string | null, now: Date, { timeZone, formatTime, texts: { dueIs } }: DueWords): string {
  if (due === null) return ''
  const days = daysUntilDue(due, now, timeZone)
  if (days < 0) return dueIs.overdue({ days: -days })
  const time = formatTime(due)
  if (days === 0) return instantToMs(due) < now.getTime() ? dueIs.overdueToday({ time }) : dueIs.completeToday({ time })
  return days === 1 ? dueIs.completeTomorrow({ time }) : dueIs.completeIn({ days, time })
}

/** Date and time in the zone; seconds are dropped. */
export function splitDue(instant: string, timeZone: string): LocalDue {
  const instantMs = instantToMs(instant)
  const wall = new Date(instantMs + zoneOffsetMs(instantMs, timeZone))
  return { date: localDay(instant, timeZone), hour: wall.getUTCHours(), minute: wall.getUTCMinutes() }
}

/**
 * Inverse of splitDue. A repeated time means the first, a skipped one moves behind the gap.
 * @throws RangeError for an invalid date
 */
export function joinDue(due: { date: string; hour: number; minute?: number }, timeZone: string): string {
  const wallMs = dayTextToNumber(due.date) * 24 * hourMs + due.hour * hourMs + (due.minute ?? 0) * minuteMs
  return new Date(wallToInstantMs(wallMs, timeZone)).toISOString()
}

function todayNumber(now: Date, timeZone: string): number {
  return dayTextToNumber(localDayOfMs(now.getTime(), timeZone))
}
