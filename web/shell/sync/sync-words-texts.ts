import { texts } from '#schema/language/compiled/syncWords/syncWords-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('syncWords', texts)
