import { localeToDecimalMark } from '#schema/rules/money/typed-amount.ts'

export const decimalMark = localeToDecimalMark(navigator.language)
