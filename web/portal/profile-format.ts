import type { PublicProfile } from '#schema/api/portal.ts'
import { defaultLanguage, type Language, pickLanguage } from '#schema/language/pick-language.ts'
import { defaultCurrency, defaultLocale } from '#schema/rules/shop/profile.ts'
import { createFormat, type ShopFormat } from '#schema/rules/shop/format.ts'
import { reader, readerFormat } from '../inputs/time/time.ts'

/** Dates, numbers and money as the reader's language writes them, in the shop's currency and zone. */
export function profileToFormat(profile: PublicProfile | undefined, language: Language = defaultLanguage): ShopFormat {
  if (profile === undefined && language === defaultLanguage) return readerFormat
  const regions = [profile?.locale, ...navigator.languages].filter((tag) => tag !== undefined)
  const locale = regions.find((tag) => pickLanguage([tag]) === language) ?? (language === defaultLanguage ? defaultLocale : language)
  return createFormat({ currency: profile?.currency ?? defaultCurrency, timeZone: profile?.timeZone ?? null, locale }, reader)
}

/** A website's address as a link; undefined if it is not one, which is then shown as text. */
export function websiteToLink(website: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(website) ? website : `https://${website}`
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}
