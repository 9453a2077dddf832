import { texts } from '#schema/language/compiled/common/common-en.ts'
import { toTexts } from './staff-texts.ts'

/** Words that the whole app shares. */
export const common = toTexts('common', texts)
