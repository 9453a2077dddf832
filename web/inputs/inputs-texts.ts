import { texts } from '#schema/language/compiled/inputs/inputs-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('inputs', texts)
