import type { TaxMode } from '../../values/taxes/tax-rate.ts'

/** Where the shop charges taxes, what customers pay is with them; elsewhere each payment says it. */
export const isAfterTax = ({ afterTax }: { afterTax: boolean }, taxMode: TaxMode): boolean => taxMode !== 'none' || afterTax
