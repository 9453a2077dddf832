/** PostgreSQL stores neither U+0000 nor half a pair: they become what stands for a character that cannot be told. */
export function toStorable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toStorable)
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value
}
