import { texts } from '#schema/language/compiled/orderForm/orderForm-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('orderForm', texts)
