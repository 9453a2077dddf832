import { texts } from '#schema/language/compiled/customerOrder/customerOrder-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('customerOrder', texts)
