import { texts } from '#schema/language/compiled/settingsShop/settingsShop-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('settingsShop', texts)
