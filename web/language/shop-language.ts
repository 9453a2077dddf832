import type { Language } from '#schema/language/pick-language.ts'
import { pickBrowserLanguage } from './staff-texts.ts'

/** What the app speaks to people who chose nothing: the browser's language where the shop has said nothing either. */
export const shopToStaffLanguage = (shop: { profile?: { language: Language } | undefined } | undefined): Language =>
  shop?.profile?.language ?? pickBrowserLanguage()
