/**
 * Texts that are stored have lost U+0000 by their schema. PostgreSQL refuses it in what is only looked for as well, and half a pair too:
 * there they become what stands for a character that cannot be told.
 */
export function toStorable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toStorable)
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value
}
