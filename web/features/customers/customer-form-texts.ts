import { texts } from '#schema/language/compiled/customerForm/customerForm-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('customerForm', texts)
