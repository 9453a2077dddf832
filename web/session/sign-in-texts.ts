import { texts } from '#schema/language/compiled/signIn/signIn-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('signIn', texts)
