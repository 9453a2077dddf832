import { texts } from '#schema/language/compiled/orderBulk/orderBulk-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('orderBulk', texts)
