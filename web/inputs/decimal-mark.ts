import { localeToDecimalMark } from '#schema/rules/money/typed-amount.ts'

/** How this reader writes cents. */
export const decimalMark = localeToDecimalMark(navigator.language)
