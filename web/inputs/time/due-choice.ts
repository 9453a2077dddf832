import { dayTextToNumber, localDayOfMs } from '#schema/rules/text/calendar.ts'
import { dueHours, duePresets, hourLabel, joinDue, presetDefaultHour, presetToInstant, splitDue } from '#schema/rules/orders/due.ts'

/** Values of the due date's selects. `preset` is a number of days as text, 'date' for any other day, '' for none. */
type DueChoice = { preset: string; date: string; time: string }

type DueClock = { now: Date; timeZone: string }

const pad = (number: number): string => String(number).padStart(2, '0')

export function dueToChoice(due: string, { now, timeZone }: DueClock): DueChoice {
  if (due === '') return { preset: '', date: '', time: '' }
  const { date, hour, minute } = splitDue(due, timeZone)
  const days = dayTextToNumber(date) - dayTextToNumber(localDayOfMs(now.getTime(), timeZone))
  const isPreset = duePresets.includes(days)
  return { preset: isPreset ? String(days) : 'date', date, time: `${pad(hour)}:${pad(minute)}` }
}

/** The hours from 9 AM to 9 PM, plus a stored time outside of these. `formatHour` overrides the labels. */
export function timeOptions(
  time: string,
  formatWall: (time: string) => string = (text) => text,
  formatHour?: (time: string) => string,
): { value: string; label: string }[] {
  const options = dueHours.map((hour) => {
    const value = `${pad(hour)}:00`
    return { value, label: formatHour?.(value) ?? hourLabel(hour) }
  })
  if (time === '' || options.some(({ value }) => value === time)) return options
  return [...options, { value: time, label: formatWall(time) }].sort((one, other) => (one.value < other.value ? -1 : 1))
}

/** '08:30' → '8:30 AM', like the offered hours. */
export function wallTimeLabel(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hourLabel(hour).replace(' ', `${minute === 0 ? '' : `:${pad(minute)}`} `)
}

/** A preset's due instant: at 17:00 or the time chosen before; for today never in the past. */
export function choosePreset(days: number, clock: DueClock, chosenTime?: string): string {
  const { now, timeZone } = clock
  const preset = presetToInstant({ days, hour: presetDefaultHour, now, timeZone })
  const due = chosenTime === undefined ? preset : chooseTime(preset, chosenTime, clock)
  return days > 0 || Date.parse(due) > now.getTime() ? due : toNextFullHour(clock)
}

/** The next full hour of the same day; after 23:00 the day's last minute. */
function toNextFullHour({ now, timeZone }: DueClock): string {
  const { date, hour } = splitDue(now.toISOString(), timeZone)
  return hour === 23 ? joinDue({ date, hour, minute: 59 }, timeZone) : joinDue({ date, hour: hour + 1 }, timeZone)
}

/** The due instant on another day at the same time; unchanged for an invalid day. */
export function chooseDate(due: string, date: string, { timeZone }: DueClock): string {
  const { hour, minute } = due === '' ? { hour: presetDefaultHour, minute: 0 } : splitDue(due, timeZone)
  try {
    return joinDue({ date, hour, minute }, timeZone)
  } catch {
    return due
  }
}

export function chooseTime(due: string, time: string, { timeZone }: DueClock): string {
  if (due === '') return due
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return joinDue({ date: splitDue(due, timeZone).date, hour, minute }, timeZone)
}
