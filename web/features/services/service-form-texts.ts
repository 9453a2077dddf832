import { texts } from '#schema/language/compiled/serviceForm/serviceForm-en.ts'
import { toTexts } from '#web/language/staff-texts.ts'

export const t = toTexts('serviceForm', texts)
