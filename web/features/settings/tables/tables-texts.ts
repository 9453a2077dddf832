import { texts } from '#schema/language/compiled/tables/tables-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('tables', texts)
