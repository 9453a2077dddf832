import { type Language, pickLanguage } from '../../language/pick-language.ts'

/** What a customer reads: the language of their card where the texts exist in it, else the shop's. */
export const toCustomerLanguage = (customer: { language: string | null } | undefined, shop: { language: Language }): Language =>
  pickLanguage([customer?.language]) ?? shop.language

/** How dates and numbers are written for a reader of this language; for those of the shop's own, as the shop writes them. */
export const toLocale = (language: Language, shop: { language: Language; locale: string }): string =>
  language === shop.language || pickLanguage([shop.locale]) === language ? shop.locale : language
