import { texts } from '#schema/language/compiled/scan/scan-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('scan', texts)
