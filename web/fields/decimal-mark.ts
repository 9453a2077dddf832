import { localeToDecimalMark } from '#schema/rules/typed-amount.ts'

/** How this reader writes cents. */
export const decimalMark = localeToDecimalMark(navigator.language)
