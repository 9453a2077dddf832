import { foldText } from '../../values/customer-match.ts'

/** A serial number, IMEI or SKU without what people put between its signs: '35-693803 564380/9' as its maker writes it. */
export const toCode = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
