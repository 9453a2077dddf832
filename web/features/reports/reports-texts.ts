import { texts } from '#schema/language/compiled/reports/reports-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('reports', texts)
