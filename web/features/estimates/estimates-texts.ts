import { texts } from '#schema/language/compiled/estimates/estimates-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('estimates', texts)
