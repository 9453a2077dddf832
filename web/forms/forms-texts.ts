import { texts } from '#schema/language/compiled/forms/forms-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('forms', texts)
