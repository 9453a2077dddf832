import { isValidTimeZone } from '../text/calendar.ts'

/** Checks against the runtime's lists: a pattern alone would accept typing errors. */

let knownCurrencies: ReadonlySet<string> | undefined

/** ISO 4217, upper case. */
export function isCurrency(code: string): boolean {
  knownCurrencies ??= new Set(Intl.supportedValuesOf('currency'))
  return knownCurrencies.has(code)
}

const localeMax = 35

/** Canonical BCP 47 tag that the runtime supports ('de-ch' → 'de-CH'), else null. */
export function toKnownLocale(tag: string): string | null {
  if (tag.length > localeMax) return null
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([tag])[0] ?? null
  } catch {
    return null
  }
}

/**
 * IANA name in its usual case ('europe/berlin' → 'Europe/Berlin'), else null. A name stays the one that was given: the
 * runtime's own may be an older one of the same zone ('Asia/Calcutta' for 'Asia/Kolkata').
 */
export function toKnownTimeZone(name: string): string | null {
  if (!isValidTimeZone(name)) return null
  const own = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  if (own.toLowerCase() === name.toLowerCase()) return own
  return /[A-Z]/.test(name) ? name : name.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
}
