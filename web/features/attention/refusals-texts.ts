import { texts } from '#schema/language/compiled/refusals/refusals-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('refusals', texts)
