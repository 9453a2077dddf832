import { texts } from '#schema/language/compiled/balance/balance-en.ts'
import { toTexts } from './staff-texts.ts'

export const balanceTexts = toTexts('balance', texts)
