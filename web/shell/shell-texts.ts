import { texts } from '#schema/language/compiled/shell/shell-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('shell', texts)
