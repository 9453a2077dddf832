import { texts } from '#schema/language/compiled/customerMerge/customerMerge-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('customerMerge', texts)
