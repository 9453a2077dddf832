import { texts } from '#schema/language/compiled/paperNames/paperNames-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('paperNames', texts)
