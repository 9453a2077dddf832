const shape = /^(?<day>\d{4}-\d{2}-\d{2})(?:[T\s](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Milliseconds since 1970 of a date or time; NaN if invalid. Without a zone it counts as UTC, whereas `Date.parse` uses
 * the machine's zone.
 */
export function parseDatedText(text: string): number {
  const { day, time, zone = 'Z' } = shape.exec(text)?.groups ?? {}
  if (day === undefined) return Number.NaN
  if (time === undefined) return Date.parse(day)
  const offset = zone.replace(/^(?:UTC|GMT)$/i, 'Z').replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2')
  return Date.parse(`${day}T${time}${offset.toUpperCase()}`)
}
