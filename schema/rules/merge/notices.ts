import type { Json } from '../../values/merge.ts'

/** Newest notices kept per user and shop, and for how many days. */
export const noticesKept = 200
export const noticeDays = 30

/** Text, or an instant that the reader's device formats. */
export type NoticeValue = { text: string } | { instant: string }

type MetInField = {
  title: string
  field: string
  own: NoticeValue
  ownAt: string
  other: NoticeValue
  otherAt: string
  /** Name of the other author; null without a signed-in user. */
  by: string | null
  isOwn: boolean
}

/** Parameters by kind. A new kind needs an entry here and in `wordsByKind`. */
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
  deletedAnyway: { title: string; by: string | null; work: string }
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
  readdressed: ({ name, from, to }) =>
    `The status is told to ${name} at ${to}, not at ${from}: the customer of the order, or their address, changed after you set it.`,
  mergedEdit: ({ name, by, fields }) =>
    `${by ?? nobody} had changed ${fields} before they saw that you merged this into '${name}'. It was refused; they are asked to apply it to '${name}'.`,
  twin: ({ name, by, isOwn }) => `Looks like '${name}', added by ${isOwn ? 'you on another device' : (by ?? 'somebody')}. Both are kept.`,
}

export function noticeToText({ kind, params }: Pick<Notice, 'kind' | 'params'>, say: (instant: string) => string): string {
  // Safe: the server builds the params of each kind from the type above.
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

export const noticeToTitle = ({ params: { title } }: Pick<Notice, 'params'>): string => (typeof title === 'string' ? title : '')

const nameOther = ({ by, isOwn }: MetInField): string => (isOwn ? 'You' : (by ?? nobody))

function quote(value: NoticeValue, say: (instant: string) => string): string {
  if ('instant' in value) return `'${say(value.instant)}'`
  return value.text === '' ? 'nothing' : `'${value.text}'`
}
