import { texts } from '#schema/language/compiled/products/products-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('products', texts)
