import { texts } from '#schema/language/compiled/activities/activities-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('activities', texts)
