import { texts } from '#schema/language/compiled/customerLink/customerLink-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('customerLink', texts)
