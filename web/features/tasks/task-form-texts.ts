import { texts } from '#schema/language/compiled/taskForm/taskForm-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('taskForm', texts)
