import { texts } from '#schema/language/compiled/orderBoard/orderBoard-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('orderBoard', texts)
