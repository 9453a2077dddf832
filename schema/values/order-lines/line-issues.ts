import type { Issue } from '../../errors.ts'

export const nothingOffMessage = 'Enter what goes off'

export const lineTexts = {
  negative: 'Unit price must be a valid positive number',
  onePiece: 'The quantity of a discount is 1',
  oneWay: 'A discount is an amount or a percentage, not both',
  onlyDiscounts: 'Only a discount has a percentage',
} as const

/** Rules across the fields of a line, of orders and estimates. */
export function findLineIssue(line: Readonly<Record<string, unknown>>): Issue | undefined {
  const { kind, quantity, unitPrice } = line
  const percent = line['percent'] ?? null
  if (Number(unitPrice) < 0 && kind !== 'other') return { path: 'unitPrice', message: lineTexts.negative }
  if (kind !== 'discount') return percent === null ? undefined : { path: 'percent', message: lineTexts.onlyDiscounts }
  if (quantity !== 1) return { path: 'quantity', message: lineTexts.onePiece }
  return percent !== null && unitPrice !== 0 ? { path: 'percent', message: lineTexts.oneWay } : undefined
}
