/**
 * Customers of whom somebody said that they are another person, though they share a phone, an e-mail address or a name:
 * ids, one
 * a line, so that what two devices add at the same time stays. One of a pair says it for both.
 */
export const readStrangers = (text: string | null | undefined): string[] => (text ?? '').split('\n').filter((line) => line !== '')

export const strangersToText = (ids: readonly string[]): string | null => (ids.length === 0 ? null : [...new Set(ids)].join('\n'))

export const addStranger = (text: string | null | undefined, id: string): string | null => strangersToText([...readStrangers(text), id])
