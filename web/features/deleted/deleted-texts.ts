import { texts } from '#schema/language/compiled/deleted/deleted-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('deleted', texts)
