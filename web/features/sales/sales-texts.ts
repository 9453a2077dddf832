import { texts } from '#schema/language/compiled/sales/sales-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('sales', texts)
