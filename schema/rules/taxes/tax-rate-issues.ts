import { percentToPpm } from '../../values/taxes/percent.ts'
import { readTaxParts } from '../../values/taxes/tax-rate.ts'

export const taxRateTexts = {
  percentStays: 'The percent of a tax rate never changes. Make a new one and archive this one.',
  partsAddUp: 'The parts must add up to the percent',
  noTax: 'Zero, exempt and reverse charge rates have 0 percent',
} as const

type Values = Readonly<Record<string, unknown>>

const untaxed: ReadonlySet<unknown> = new Set(['zero', 'exempt', 'reverse'])

/** `before`: undefined for a new rate. */
export function findTaxRateIssue(before: Values | undefined, after: Values): { code: 'CONFLICT' | 'VALIDATION'; path: string; message: string } | undefined {
  const percent = Number(after['percent'])
  const parts = readTaxParts(after['parts'])
  if (before !== undefined && before['percent'] !== percent) return { code: 'CONFLICT', path: 'percent', message: taxRateTexts.percentStays }
  if (before !== undefined && JSON.stringify(readTaxParts(before['parts'])) !== JSON.stringify(parts))
    return { code: 'CONFLICT', path: 'parts', message: taxRateTexts.percentStays }
  const sum = parts.reduce((ppm, part) => ppm + percentToPpm(part.percent), 0)
  if (parts.length > 0 && sum !== percentToPpm(percent)) return { code: 'VALIDATION', path: 'parts', message: taxRateTexts.partsAddUp }
  return untaxed.has(after['category']) && percent !== 0 ? { code: 'VALIDATION', path: 'percent', message: taxRateTexts.noTax } : undefined
}
