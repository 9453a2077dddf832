import type { PriceTax } from '#schema/rules/money/price.ts'
import { rateToText } from '#schema/values/taxes/tax-rate.ts'

/** A rate that is the sum of several taxes is listed by its parts. */
export const toTaxRows = ({ name, percent, tax, parts }: Pick<PriceTax, 'name' | 'percent' | 'tax' | 'parts'>): { name: string; tax: number }[] =>
  (parts ?? [{ name, percent, tax }]).map((part) => ({ name: part.percent === 0 ? part.name : rateToText(part), tax: part.tax }))
