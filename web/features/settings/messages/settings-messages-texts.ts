import { texts } from '#schema/language/compiled/settingsMessages/settingsMessages-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('settingsMessages', texts)
