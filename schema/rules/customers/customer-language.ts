import { type Language, pickLanguage } from '../../language/pick-language.ts'

/** What a customer reads: the language of their card where the texts exist in it, else the shop's. */
export const toCustomerLanguage = (customer: { language: string | null } | undefined, shop: { language: Language }): Language =>
  pickLanguage([customer?.language]) ?? shop.language
