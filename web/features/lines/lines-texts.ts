import { texts } from '#schema/language/compiled/lines/lines-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('lines', texts)
