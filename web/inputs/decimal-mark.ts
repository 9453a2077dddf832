import { localeToDecimalMark } from '#schema/rules/money/typed-amount.ts'

/** The decimal separator of the browser's locale. */
export const decimalMark = localeToDecimalMark(navigator.language)
