import { dayNumberToText, dayTextToNumber } from '#schema/rules/text/calendar.ts'

/** Inclusive days as `YYYY-MM-DD`, null for an open end. */
export type Days = { from: string | null; to: string | null }

export type DayPreset = { label: string; toDays: (today: string) => Days }

const anyTime: Days = { from: null, to: null }

const addDays = (day: string, count: number): string => dayNumberToText(dayTextToNumber(day) + count)
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`
// A month has at most 31 days, so the 32nd day after its first lies in the next one.
const lastOfMonth = (day: string): string => addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1)

export const monthToToday = (today: string): { from: string; to: string } => ({ from: firstOfMonth(today), to: today })

const todayOnly: DayPreset = { label: 'Today', toDays: (today) => ({ from: today, to: today }) }
const yesterday: DayPreset = { label: 'Yesterday', toDays: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }) }
const lastSevenDays: DayPreset = { label: 'Last 7 days', toDays: (today) => ({ from: addDays(today, -6), to: today }) }
const lastMonth: DayPreset = {
  label: 'Last month',
  toDays: (today) => {
    const to = addDays(firstOfMonth(today), -1)
    return { from: firstOfMonth(to), to }
  },
}

/** For what has happened. */
export const pastPresets: readonly DayPreset[] = [
  todayOnly,
  yesterday,
  lastSevenDays,
  { label: 'This month', toDays: monthToToday },
  lastMonth,
  { label: 'This year', toDays: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }) },
]

/** For what is due, which may lie ahead. */
export const duePresets: readonly DayPreset[] = [
  todayOnly,
  yesterday,
  lastSevenDays,
  { label: 'Tomorrow', toDays: (today) => ({ from: addDays(today, 1), to: addDays(today, 1) }) },
  { label: 'Next 7 days', toDays: (today) => ({ from: today, to: addDays(today, 6) }) },
  { label: 'This month', toDays: (today) => ({ from: firstOfMonth(today), to: lastOfMonth(today) }) },
  lastMonth,
]

export const isAnyTime = ({ from, to }: Days): boolean => from === null && to === null

const isSame = (one: Days, other: Days): boolean => one.from === other.from && one.to === other.to

export const anyTimeLabel = 'Any time'
export const customLabel = 'Custom…'

/** The preset that stands for these days; undefined if none does. */
export const daysToLabel = (days: Days, presets: readonly DayPreset[], today: string): string | undefined =>
  isAnyTime(days) ? anyTimeLabel : presets.find(({ toDays }) => isSame(toDays(today), days))?.label

export const labelToDays = (label: string, presets: readonly DayPreset[], today: string): Days =>
  presets.find((preset) => preset.label === label)?.toDays(today) ?? anyTime
