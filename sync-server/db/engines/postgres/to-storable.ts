/** Replaces U+0000 and lone surrogates, which PostgreSQL refuses even in search values, with U+FFFD. */
export function toStorable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toStorable)
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value
}
