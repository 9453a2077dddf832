import { texts } from '#schema/language/compiled/customers/customers-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('customers', texts)
