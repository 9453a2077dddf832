import { texts } from '#schema/language/compiled/categories/categories-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('categories', texts)
