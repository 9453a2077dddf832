/**
 * Ids of customers marked as different people despite a shared phone, e-mail or name. One id per line, so that
 * concurrent additions merge; one side of a pair suffices.
 */
export const readStrangers = (text: string | null | undefined): string[] => (text ?? '').split('\n').filter((line) => line !== '')

export const strangersToText = (ids: readonly string[]): string | null => (ids.length === 0 ? null : [...new Set(ids)].join('\n'))

export const addStranger = (text: string | null | undefined, id: string): string | null => strangersToText([...readStrangers(text), id])
