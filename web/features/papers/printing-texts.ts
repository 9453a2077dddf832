import { texts } from '#schema/language/compiled/printing/printing-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('printing', texts)
