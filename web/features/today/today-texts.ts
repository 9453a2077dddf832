import { texts } from '#schema/language/compiled/today/today-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('today', texts)
