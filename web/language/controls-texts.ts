import { texts } from '#schema/language/compiled/controls/controls-en.ts'
import { toTexts } from './staff-texts.ts'

export const t = toTexts('controls', texts)
