import { amountToCents, centsToAmount } from '../money.ts'

export const estimateLineKinds = ['part', 'labour', 'other'] as const

/** One line of an estimate as it was offered (EST-01): a snapshot, which later prices and products do not change. */
export type EstimateLine = {
  kind: (typeof estimateLineKinds)[number]
  description: string
  /** More than 0, with at most three decimals. */
  quantity: number
  unitPrice: number
  productId?: string | undefined
}

export const estimateLinesMax = 100
export const estimateQuantityMax = 1_000_000

type Priced = Pick<EstimateLine, 'quantity' | 'unitPrice'>

/** Quantity × price, rounded half up to cents: exact, as no product of two floating numbers is. */
const toLineCents = ({ quantity, unitPrice }: Priced): number => Number((BigInt(Math.round(quantity * 1000)) * BigInt(amountToCents(unitPrice)) + 500n) / 1000n)

export const toEstimateLineTotal = (line: Priced): number => centsToAmount(toLineCents(line))

/** The sum of the lines as the customer reads them: of the rounded totals. */
export const sumEstimateLines = (lines: readonly Priced[]): number => centsToAmount(lines.reduce((sum, line) => sum + toLineCents(line), 0))

/** Holds for what the field's schema has let through: stored text, or the list of an answer. */
export const readEstimateLines = (stored: unknown): EstimateLine[] => (typeof stored === 'string' ? JSON.parse(stored) : (stored ?? [])) as EstimateLine[]
