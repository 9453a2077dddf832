import { texts } from '#schema/language/compiled/messaging/messaging-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('messaging', texts)
