import { texts } from '#schema/language/compiled/purchases/purchases-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('purchases', texts)
