import { texts } from '#schema/language/compiled/start/start-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('start', texts)
