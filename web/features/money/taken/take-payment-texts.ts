import { texts } from '#schema/language/compiled/takePayment/takePayment-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('takePayment', texts)
