import type { NoticesTexts } from '../../language/compiled/notices/notices-type.ts'
import type { Json } from '../../values/merge.ts'
import type { ActivityPart } from '../text/activity-entry.ts'

/** Newest notices kept per user and shop, and for how many days. */
export const noticesKept = 200
export const noticeDays = 30

type MetInField = {
  title: string
  field: string
  own: ActivityPart
  ownAt: string
  other: ActivityPart
  otherAt: string
  /** Name of the other author; null without a signed-in user. */
  by: string | null
  isOwn: boolean
}

/** Parameters by kind. A new kind needs an entry here and in `toTextByKind`. */
export type NoticeParams = {
  /** The other mutation arrived later and replaced the reader's. */
  replaced: MetInField
  /** The reader's mutation replaced one it had not seen. */
  overtook: MetInField
  /** The other mutation was made later, so the reader's was dropped. */
  yielded: MetInField
  /** The other mutation was made earlier and arrived late; the reader's stays. */
  stood: MetInField
  /** A deletion included changes of the reader that its author had not seen. */
  deletedAnyway: { title: string; by: string | null; work: ActivityPart }
  /** Someone else registered the same customer; the notice refers to their row. */
  twin: { title: string; name: string; by: string | null; isOwn: boolean }
  /** Somebody's change of a customer whom the reader had merged was refused. */
  mergedEdit: { title: string; name: string; by: string | null; fields: string }
  /** A status that the reader set is told to another address than the customer had then. */
  readdressed: { title: string; name: string; from: string; to: string }
}

export type NoticeKind = keyof NoticeParams

/** As answered by the server, which may send kinds that this version does not know. */
export type Notice = {
  id: string
  shopId: string
  kind: string
  /** May be deleted, or another row than the reader edited. */
  collection: string
  rowId: string
  params: Record<string, Json>
  createdAt: string
}

/** `say`: a time as the reader reads it; `toLabel`: a field's name in another language than English; `toText`: other values. */
export type NoticeWords = {
  texts: NoticesTexts
  say: (instant: string) => string
  toLabel?: (field: string) => string
  toText: (part: ActivityPart) => string | number
}

const asIs = (text: string): string => text

type ToText = { [Kind in NoticeKind]: (params: NoticeParams[Kind], words: NoticeWords) => string }

const toTextByKind: ToText = {
  replaced: (met, words) => words.texts.replaced(toMetValues(met, words)),
  overtook: (met, words) => words.texts.overtook(toMetValues(met, words)),
  yielded: (met, words) => words.texts.yielded(toMetValues(met, words)),
  stood: (met, words) => words.texts.stood(toMetValues(met, words)),
  deletedAnyway: ({ by, work }, { texts, toText }) => texts.deletedAnyway({ who: by ?? texts.somebody(), work: toText(work) }),
  readdressed: ({ name, from, to }, { texts }) => texts.readdressed({ name, from, to }),
  mergedEdit: ({ name, by, fields }, { texts, toLabel = asIs }) =>
    texts.mergedEdit({ who: by ?? texts.somebody(), fields: fields.split(', ').map(toLabel).join(', '), name }),
  twin: ({ name, by, isOwn }, { texts: { twin } }) => (isOwn ? twin.own({ name }) : by === null ? twin.unknown({ name }) : twin.other({ name, who: by })),
}

export function noticeToText({ kind, params }: Pick<Notice, 'kind' | 'params'>, words: NoticeWords): string {
  // Safe: the server builds the params of each kind from the type above.
  const toText = Object.hasOwn(toTextByKind, kind) ? (toTextByKind[kind as NoticeKind] as (params: unknown, words: NoticeWords) => string) : undefined
  try {
    return toText?.(params, words) ?? words.texts.unknown()
  } catch {
    return words.texts.unknown()
  }
}

export const noticeToTitle = ({ params: { title } }: Pick<Notice, 'params'>): string => (typeof title === 'string' ? title : '')

function toMetValues({ field, own, ownAt, other, otherAt, by, isOwn }: MetInField, { texts, say, toLabel = asIs, toText }: NoticeWords) {
  const quote = (value: ActivityPart): string => {
    const text = typeof value === 'object' && 'instant' in value ? say(value.instant) : String(toText(value))
    return text === '' ? texts.nothing() : texts.quoted({ value: text })
  }
  const who = isOwn ? texts.you() : (by ?? texts.somebody())
  return { who, field: toLabel(field), own: quote(own), ownAt: say(ownAt), other: quote(other), otherAt: say(otherAt) }
}
