import type { Activity } from '#schema/collections/people/activities.ts'
import { type ActivityEntry, entryToText } from '#schema/rules/text/activity-entry.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { entryWords } from '#web/language/entry-words.ts'

type Told = Pick<Activity, 'auditText' | 'kind' | 'values' | 'createdAt'>

/** What the activity tells, in the reader's language, with the shop's times and money. */
export function activityToText(activity: Told, { dateTime, money }: Pick<ShopFormat, 'dateTime' | 'money'>): string {
  const entry = readEntry(activity)
  const at = new Date(activity.createdAt)
  return (entry && entryToText(entry, { ...entryWords, amount: money, instant: (instant) => dateTime(instant, at) })) ?? activity.auditText
}

export function readEntry({ kind, values }: Pick<Activity, 'kind' | 'values'>): ActivityEntry | undefined {
  if (kind === null || values === null) return undefined
  // Safe: only the server writes entries; a kind of a newer server has no text here.
  return { kind, values: typeof values === 'string' ? JSON.parse(values) : values } as ActivityEntry
}

/** The names in the activity of a merge; undefined for other activities. */
export function readMerge(activity: Pick<Activity, 'kind' | 'values'>): { goes: string; stays: string } | undefined {
  const entry = activity.kind === 'merged' ? readEntry(activity) : undefined
  const { goes, stays } = entry?.values ?? {}
  return typeof goes === 'string' && typeof stays === 'string' ? { goes, stays } : undefined
}
