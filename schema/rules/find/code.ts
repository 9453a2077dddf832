import { foldText } from '../../values/customer-match.ts'

/** A serial number, IMEI or SKU without separators: '35-693803 564380/9' becomes its 15 digits. */
export const toCode = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
