/** A content that the browser removed before the server had it. What was not known, or may not be any more, is null. */
export type LostFileWords = { kind: string | null; name: string | null; order: string | null; isUnsaved: boolean }

const otherWordsByKind: Readonly<Record<string, { noun: string; again: string }>> = {
  document: { noun: 'document', again: 'Add it again' },
  signature: { noun: 'signature', again: 'Ask for it again' },
}

/** What waits are mostly photos, and what nobody knows any more is called so. */
const toWords = (kind: string | null): { noun: string; again: string } => otherWordsByKind[kind ?? ''] ?? { noun: 'photo', again: 'Take it again' }

/** "The crack", or 'Photo' where nobody knows its name. */
export function lostToTitle({ kind, name }: LostFileWords): string {
  const { noun } = toWords(kind)
  return name ?? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
}

/** What happened to it, and what a person can do. */
export function lostToText({ kind, order, isUnsaved }: LostFileWords): string {
  const { again, noun } = toWords(kind)
  const when = isUnsaved ? 'its form was saved' : 'it was sent'
  return `The browser removed this ${noun}${order === null ? '' : ` of order '${order}'`} before ${when}. ${again} if you can.`
}
