import { texts } from '#schema/language/compiled/failures/failures-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('failures', texts)
