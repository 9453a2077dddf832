import { texts } from '#schema/language/compiled/history/history-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('history', texts)
