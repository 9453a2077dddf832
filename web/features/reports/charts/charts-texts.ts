import { texts } from '#schema/language/compiled/charts/charts-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('charts', texts)
