const tagMax = 35

/**
 * BCP 47 tag in its usual case ('de-ch' → 'de-CH'), else null. A language has two or three letters, so that a word such
 * as 'german' is refused. Which languages a runtime speaks does not matter: those of device and server differ.
 */
export function toLanguage(tag: string): string | null {
  const text = tag.trim()
  if (text.length > tagMax || !/^[a-z]{2,3}(-|$)/i.test(text)) return null
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}

/** 'de-CH' → 'Swiss High German'; the tag itself where the runtime has no name. */
export function languageToName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale, 'en'], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
