import { texts } from '#schema/language/compiled/settingsApp/settingsApp-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('settingsApp', texts)
