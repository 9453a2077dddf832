import type { ActivityWordsTexts } from '../../language/compiled/activityWords/activityWords-type.ts'
import { capitalize } from './capitalize.ts'

type Kind = keyof ActivityWordsTexts

/** Names of the shop's lists that are translated where they are the built-in ones. */
export type ActivityList = 'order_statuses' | 'product_conditions' | 'product_types' | 'product_colors'

/** A value of an entry: text as it is, or what each reader writes in an own way. `field`: the label that the collection declares; `of`: the field that has the choice, such as 'messages.state'. */
export type ActivityPart =
  | string
  | number
  | { instant: string }
  | { amount: number }
  | { isYes: boolean }
  | { field: string }
  | { thing: string }
  | { list: ActivityList; name: string }
  | { choice: string; of: string }
  | ActivityEntry
  | ActivityPart[]

/** What an activity tells: the name of one of its texts, and the text's values. */
export type ActivityEntry = { kind: Kind; values: { [name: string]: ActivityPart } }

type ValuesOf<K extends Kind> = Parameters<ActivityWordsTexts[K]> extends [infer Values] ? { [Name in keyof Values]: ActivityPart } : Record<string, never>

export const tell = <K extends Kind>(kind: K, values: ValuesOf<K>): ActivityEntry => ({ kind, values })

/** How a reader writes the values. */
export type ActivityWriting = {
  texts: ActivityWordsTexts
  thing: (name: string) => string
  field: (label: string) => string
  listed: (list: ActivityList, name: string) => string
  choice: (choice: string, of: string) => string
  amount: (amount: number) => string
  instant: (instant: string) => string
}

/** Undefined for a kind that this version has no text for. */
export function entryToText({ kind, values }: ActivityEntry, writing: ActivityWriting): string | undefined {
  // Safe: a text takes the values that its entry was told with.
  const texts = writing.texts as unknown as Partial<Record<string, (values: Record<string, string | number>) => string>>
  const text = Object.hasOwn(texts, kind) ? texts[kind] : undefined
  return text?.(Object.fromEntries(Object.entries(values).map(([name, part]) => [name, partToText(part, writing)])))
}

export function partToText(part: ActivityPart, writing: ActivityWriting): string | number {
  if (typeof part !== 'object') return part
  if (Array.isArray(part)) return part.map((one) => partToText(one, writing)).join(', ')
  if ('instant' in part) return writing.instant(part.instant)
  if ('amount' in part) return writing.amount(part.amount)
  if ('isYes' in part) return part.isYes ? writing.texts.yes() : writing.texts.no()
  if ('field' in part) return writing.field(part.field)
  if ('thing' in part) return capitalize(writing.thing(part.thing))
  if ('list' in part) return writing.listed(part.list, part.name)
  if ('choice' in part) return writing.choice(part.choice, part.of)
  return entryToText(part, writing) ?? ''
}

/** The entry with each text in it changed, such as one that a person's name is taken out of. */
export const mapEntryTexts = ({ kind, values }: ActivityEntry, change: (text: string) => string): ActivityEntry => ({
  kind,
  values: Object.fromEntries(Object.entries(values).map(([name, part]) => [name, mapPart(part, change)])),
})

function mapPart(part: ActivityPart, change: (text: string) => string): ActivityPart {
  if (typeof part === 'string') return change(part)
  if (Array.isArray(part)) return part.map((one) => mapPart(one, change))
  return typeof part === 'object' && 'kind' in part ? mapEntryTexts(part, change) : part
}
