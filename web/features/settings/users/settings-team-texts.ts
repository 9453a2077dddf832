import { texts } from '#schema/language/compiled/settingsTeam/settingsTeam-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('settingsTeam', texts)
