import { dueLabel, readLate } from '#schema/rules/orders/due.ts'
import { instantToMs } from '#schema/rules/text/calendar.ts'
import { t } from '#web/inputs/inputs-texts.ts'

/** Due By as a cell shows it; `title` explains the date, '' without one. */
export type Due = { text: string; title: string; tone: 'normal' | 'muted' | 'overdue'; late?: { text: string; isRecent: boolean } | undefined }

export type DueFormat = { now: Date; timeZone: string; formatDateTime: (instant: string) => string; formatTime: (instant: string) => string }

export const withoutDate = (text: string): Due => ({ text, title: '', tone: 'muted' })

export function readDue(instant: string | null, none: string, { now, timeZone, formatDateTime, formatTime }: DueFormat): Due {
  if (instant === null) return withoutDate(none)
  return {
    text: formatDateTime(instant),
    title: dueLabel(instant, now, { timeZone, formatTime, texts: t }),
    ...(instantToMs(instant) < now.getTime() ? { tone: 'overdue', late: readLate(instant, now, timeZone, t) } : { tone: 'normal' }),
  }
}
