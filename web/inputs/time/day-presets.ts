import { dayNumberToText, dayTextToNumber } from '#schema/rules/text/calendar.ts'
import { t } from '#web/inputs/inputs-texts.ts'

/** Inclusive days as `YYYY-MM-DD`, null for an open end. */
export type Days = { from: string | null; to: string | null }

export type DayPreset = { label: string; toDays: (today: string) => Days }

const anyTime: Days = { from: null, to: null }

const addDays = (day: string, count: number): string => dayNumberToText(dayTextToNumber(day) + count)
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`
// A month has at most 31 days, so the 32nd day after its first lies in the next one.
const lastOfMonth = (day: string): string => addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1)

export const monthToToday = (today: string): { from: string; to: string } => ({ from: firstOfMonth(today), to: today })

const todayOnly: DayPreset = { label: t.today(), toDays: (today) => ({ from: today, to: today }) }
const yesterday: DayPreset = { label: t.yesterday(), toDays: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }) }
const lastSevenDays: DayPreset = { label: t.lastSevenDays(), toDays: (today) => ({ from: addDays(today, -6), to: today }) }
const lastMonth: DayPreset = {
  label: t.lastMonth(),
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
  { label: t.thisMonth(), toDays: monthToToday },
  lastMonth,
  { label: t.thisYear(), toDays: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }) },
]

/** For what is due, which may lie ahead. */
export const duePresets: readonly DayPreset[] = [
  todayOnly,
  yesterday,
  lastSevenDays,
  { label: t.tomorrow(), toDays: (today) => ({ from: addDays(today, 1), to: addDays(today, 1) }) },
  { label: t.nextSevenDays(), toDays: (today) => ({ from: today, to: addDays(today, 6) }) },
  { label: t.thisMonth(), toDays: (today) => ({ from: firstOfMonth(today), to: lastOfMonth(today) }) },
  lastMonth,
]

export const isAnyTime = ({ from, to }: Days): boolean => from === null && to === null

const isSame = (one: Days, other: Days): boolean => one.from === other.from && one.to === other.to

export const anyTimeLabel = t.anyTime()
export const customLabel = t.customChoice()

/** The preset that stands for these days; undefined if none does. */
export const daysToLabel = (days: Days, presets: readonly DayPreset[], today: string): string | undefined =>
  isAnyTime(days) ? anyTimeLabel : presets.find(({ toDays }) => isSame(toDays(today), days))?.label

export const labelToDays = (label: string, presets: readonly DayPreset[], today: string): Days =>
  presets.find((preset) => preset.label === label)?.toDays(today) ?? anyTime
