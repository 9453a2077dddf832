import { texts } from '#schema/language/compiled/tasks/tasks-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('tasks', texts)
