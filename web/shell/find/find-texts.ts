import { texts } from '#schema/language/compiled/find/find-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('find', texts)
