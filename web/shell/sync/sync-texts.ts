import { texts } from '#schema/language/compiled/sync/sync-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('sync', texts)
