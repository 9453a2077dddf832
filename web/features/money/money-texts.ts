import { texts } from '#schema/language/compiled/money/money-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('money', texts)
