import { texts } from '#schema/language/compiled/attachments/attachments-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('attachments', texts)
