import { texts } from '#schema/language/compiled/invoices/invoices-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('invoices', texts)
