import { texts } from '#schema/language/compiled/assets/assets-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('assets', texts)
