import { texts } from '#schema/language/compiled/checklist/checklist-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('checklist', texts)
