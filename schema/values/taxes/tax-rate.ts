import { formatPpm } from './percent.ts'

export const taxModes = ['none', 'exclusive', 'inclusive'] as const

/** `exclusive`: prices are without tax; `inclusive`: with it. */
export type TaxMode = (typeof taxModes)[number]

export const taxCategories = ['standard', 'reduced', 'zero', 'exempt', 'reverse'] as const

export type TaxCategory = (typeof taxCategories)[number]

/** One of the taxes that a rate is made of, such as state and city. */
export type TaxPart = { name: string; percent: number }

export const taxPartsMax = 10

/** Safe for validated values: stored JSON text, or the list of an answer. */
export const readTaxParts = (stored: unknown): TaxPart[] => (typeof stored === 'string' ? JSON.parse(stored) : (stored ?? [])) as TaxPart[]

/** "VAT 19%". */
export const rateToText = ({ name, percent }: { name: string; percent: number }): string => `${name} ${formatPpm(Math.round(percent * 10_000))}`
