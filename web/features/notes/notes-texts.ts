import { texts } from '#schema/language/compiled/notes/notes-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('notes', texts)
