import { texts } from '#schema/language/compiled/estimateAnswered/estimateAnswered-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('estimateAnswered', texts)
