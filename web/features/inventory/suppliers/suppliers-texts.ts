import { texts } from '#schema/language/compiled/suppliers/suppliers-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('suppliers', texts)
