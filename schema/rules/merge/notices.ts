import type { Json } from '../../values/merge.ts'

/** Newest notices that are kept for a person in a shop, and for how long. */
export const noticesKept = 200
export const noticeDays = 30

/** A value in a notice: its words, or an instant, which the reader's device formats. */
export type NoticeValue = { text: string } | { instant: string }

/** Two mutations that met in a field: the reader's own and another one, by whom and when. */
type MetInField = {
  /** Title of the row. */
  title: string
  field: string
  own: NoticeValue
  /** Time of the reader's mutation. */
  ownAt: string
  other: NoticeValue
  otherAt: string
  /** Null where nobody signed in did it. */
  by: string | null
  /** It was the reader too, on another device. */
  isOwn: boolean
}

/** Parameters of each kind of notice. A new kind needs a line here, and its words below. */
export type NoticeParams = {
  /** The other mutation arrived later and took the place of the reader's. */
  replaced: MetInField
  /** The reader's mutation took the place of another one, which it had not seen. */
  overtook: MetInField
  /** The other mutation had been done later, so the reader's gave way. */
  yielded: MetInField
  /** The other mutation came late, and the reader's stays. */
  stood: MetInField
  /** A deletion took along what the reader had added or changed since its author last looked. */
  deletedAnyway: { title: string; by: string | null; /** What the reader had done, in words. */ work: string }
  /** Somebody else took in the same person, apart from the reader; the notice is about their row. */
  twin: { title: string; name: string; by: string | null; isOwn: boolean }
}

export type NoticeKind = keyof NoticeParams

/** As the server answers it. `kind` may be one that only a newer version knows. */
export type Notice = {
  id: string
  shopId: string
  kind: string
  /** The row it is about, which may be gone, or be another than the reader worked on. */
  collection: string
  rowId: string
  params: Record<string, Json>
  createdAt: string
}

/** `say`: an instant as the reader's clock shows it. */
type Words = { [Kind in NoticeKind]: (params: NoticeParams[Kind], say: (instant: string) => string) => string }

const nobody = 'Somebody'

const wordsByKind: Words = {
  replaced: (met, say) =>
    `${nameOther(met)} set ${met.field} to ${quote(met.other, say)} (${say(met.otherAt)}) in place of your ${quote(met.own, say)} (${say(met.ownAt)}).`,
  overtook: (met, say) =>
    `${nameOther(met)} had set ${met.field} to ${quote(met.other, say)} (${say(met.otherAt)}). Your ${quote(met.own, say)} took its place.`,
  yielded: (met, say) =>
    `${nameOther(met)} had set ${met.field} to ${quote(met.other, say)} at ${say(met.otherAt)}. It stays, because your ${quote(met.own, say)} was set earlier (${say(met.ownAt)}).`,
  deletedAnyway: ({ by, work }) => `${by ?? nobody} deleted this. What you had done meanwhile went with it: ${work}. You find it under Recently deleted.`,
  stood: (met, say) =>
    `${nameOther(met)} had set ${met.field} to ${quote(met.other, say)} at ${say(met.otherAt)}, which arrived late. Your ${quote(met.own, say)} (${say(met.ownAt)}) stays.`,
  twin: ({ name, by, isOwn }) => `Looks like '${name}', added by ${isOwn ? 'you on another device' : (by ?? 'somebody')}. Both are kept.`,
}

/** The text of a notice, in one or two sentences. Kinds that this version does not know get a general one. */
export function noticeToText({ kind, params }: Pick<Notice, 'kind' | 'params'>, say: (instant: string) => string): string {
  // Safe because the server makes the params of each kind from the type above.
  const toText = Object.hasOwn(wordsByKind, kind)
    ? (wordsByKind[kind as NoticeKind] as (params: unknown, say: (instant: string) => string) => string)
    : undefined
  try {
    return toText?.(params, say) ?? unknownText
  } catch {
    return unknownText
  }
}

const unknownText = 'This was changed. Update the app to read how.'

/** Title of the row that a notice is about. */
export const noticeToTitle = ({ params: { title } }: Pick<Notice, 'params'>): string => (typeof title === 'string' ? title : '')

const nameOther = ({ by, isOwn }: MetInField): string => (isOwn ? 'You' : (by ?? nobody))

function quote(value: NoticeValue, say: (instant: string) => string): string {
  if ('instant' in value) return `'${say(value.instant)}'`
  return value.text === '' ? 'nothing' : `'${value.text}'`
}
