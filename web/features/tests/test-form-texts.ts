import { texts } from '#schema/language/compiled/testForm/testForm-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('testForm', texts)
