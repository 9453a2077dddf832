import { texts } from '#schema/language/compiled/inventory/inventory-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('inventory', texts)
