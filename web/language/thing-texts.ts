import { texts } from '#schema/language/compiled/things/things-en.ts'
import { toTexts } from './staff-texts.ts'

/** What the shop keeps, by the name of its collection. */
export const things = toTexts('things', texts)
