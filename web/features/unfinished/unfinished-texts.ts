import { texts } from '#schema/language/compiled/unfinished/unfinished-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('unfinished', texts)
