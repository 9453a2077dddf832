import { texts } from '#schema/language/compiled/orders/orders-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('orders', texts)
