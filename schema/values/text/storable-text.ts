const zero = '\u0000'

/** Drops U+0000, which PostgreSQL cannot store. */
export const toStorableText = (text: string): string => (text.includes(zero) ? text.replaceAll(zero, '') : text)
