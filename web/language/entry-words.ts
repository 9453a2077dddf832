import { texts as englishWords } from '#schema/language/compiled/activityWords/activityWords-en.ts'
import { type ActivityEntry, type ActivityWriting, entryToText } from '#schema/rules/text/activity-entry.ts'
import { toFieldLabel } from './field-label.ts'
import { productWordToText } from './set-names-texts.ts'
import { findTexts, toTexts } from './staff-texts.ts'
import { things } from './thing-texts.ts'

type Names = Partial<Record<string, () => string>>

const nouns: Names = things.one
const statuses: Names = findTexts('words')?.status ?? {}

/** The reader's words for what the server tells as entries. */
export const entryWords: Pick<ActivityWriting, 'texts' | 'thing' | 'field' | 'listed'> = {
  texts: toTexts('activityWords', englishWords),
  thing: (name) => nouns[name]?.() ?? name,
  field: toFieldLabel,
  listed: (list, name) => (list === 'order_statuses' ? (statuses[name]?.() ?? name) : productWordToText(name)),
}

/** For entries whose amounts and times are texts already. */
export const plainWriting: ActivityWriting = { ...entryWords, amount: String, instant: String }

/** What a refusal tells; undefined without an entry, and for a kind that this version does not know. */
export const toldToText = (told: { kind: string; values: object } | undefined): string | undefined =>
  // Safe: only the server writes entries.
  told && entryToText(told as ActivityEntry, plainWriting)
