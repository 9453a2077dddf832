import { texts } from '#schema/language/compiled/attention/attention-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('attention', texts)
