import { texts } from '#schema/language/compiled/tests/tests-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('tests', texts)
