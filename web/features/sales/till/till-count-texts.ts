import { texts } from '#schema/language/compiled/tillCount/tillCount-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('tillCount', texts)
