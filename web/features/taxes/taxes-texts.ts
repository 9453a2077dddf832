import { texts } from '#schema/language/compiled/taxes/taxes-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('taxes', texts)
