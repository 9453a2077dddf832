import { texts } from '#schema/language/compiled/customerEdit/customerEdit-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('customerEdit', texts)
