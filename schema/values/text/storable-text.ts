const zero = '\u0000'

/** A text as every database can store it. PostgreSQL has no U+0000, and nobody can type or see it: what is pasted loses it on both sides. */
export const toStorableText = (text: string): string => (text.includes(zero) ? text.replaceAll(zero, '') : text)
