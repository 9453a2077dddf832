import { texts } from '#schema/language/compiled/profile/profile-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('profile', texts)
