import { texts } from '#schema/language/compiled/services/services-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('services', texts)
