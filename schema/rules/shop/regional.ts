import { isValidTimeZone } from '../text/calendar.ts'

/** Whether the runtime knows a currency, a language, a zone: codes alone would let a typing error pass and print nonsense later. */

let knownCurrencies: ReadonlySet<string> | undefined

/** ISO 4217, in upper case. */
export function isCurrency(code: string): boolean {
  knownCurrencies ??= new Set(Intl.supportedValuesOf('currency'))
  return knownCurrencies.has(code)
}

const localeMax = 35

/** The usual spelling of a BCP 47 tag that the runtime has words for ('de-ch' → 'de-CH'); null for any other text. */
export function toKnownLocale(tag: string): string | null {
  if (tag.length > localeMax) return null
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([tag])[0] ?? null
  } catch {
    return null
  }
}

/** The usual spelling of an IANA name ('europe/berlin' → 'Europe/Berlin'); null for what is none. */
export function toKnownTimeZone(name: string): string | null {
  if (!isValidTimeZone(name)) return null
  return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
}
