/** A file whose content the browser evicted before upload; unknown values are null. */
export type LostFileWords = { kind: string | null; name: string | null; order: string | null; isUnsaved: boolean }

const otherWordsByKind: Readonly<Record<string, { noun: string; again: string }>> = {
  document: { noun: 'document', again: 'Add it again' },
  signature: { noun: 'signature', again: 'Ask for it again' },
}

/** An unknown kind counts as a photo, the most common one. */
const toWords = (kind: string | null): { noun: string; again: string } => otherWordsByKind[kind ?? ''] ?? { noun: 'photo', again: 'Take it again' }

/** "The crack", or 'Photo' when the name is unknown. */
export function lostToTitle({ kind, name }: LostFileWords): string {
  const { noun } = toWords(kind)
  return name ?? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
}

export function lostToText({ kind, order, isUnsaved }: LostFileWords): string {
  const { again, noun } = toWords(kind)
  const when = isUnsaved ? 'its form was saved' : 'it was sent'
  return `The browser removed this ${noun}${order === null ? '' : ` of order '${order}'`} before ${when}. ${again} if you can.`
}
