import { texts } from '#schema/language/compiled/activityWords/activityWords-en.ts'
import { texts as things } from '#schema/language/compiled/things/things-en.ts'
import { type ActivityEntry, type ActivityWriting, entryToText } from '#schema/rules/text/activity-entry.ts'

const nouns: Readonly<Record<string, () => string>> = things.one

/** The documented English of an entry. Instants stay as programs read them. */
export const toEnglishWriting = (amount: (amount: number) => string): ActivityWriting => ({
  texts,
  thing: (name) => nouns[name]?.() ?? name,
  field: (label) => label,
  listed: (_list, name) => name,
  choice: (choice) => choice,
  amount,
  instant: (instant) => instant,
})

/** For entries that name no amount. */
export const inEnglish = toEnglishWriting(String)

export const entryToEnglish = (entry: ActivityEntry, amount: (amount: number) => string): string => entryToText(entry, toEnglishWriting(amount)) ?? ''
