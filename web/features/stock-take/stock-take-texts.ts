import { texts } from '#schema/language/compiled/stockTake/stockTake-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('stockTake', texts)
