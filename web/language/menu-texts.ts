import { texts } from '#schema/language/compiled/menu/menu-en.ts'
import { toTexts } from './staff-texts.ts'

/** Of all features: the menus stand before the features are loaded. */
export const menu = toTexts('menu', texts)
