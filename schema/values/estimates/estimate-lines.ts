import type { LineKind } from '../order-lines/line-kind.ts'

/** A snapshot of an offered line; later price changes do not affect it. */
export type EstimateLine = {
  kind: LineKind
  description: string
  /** Above 0, at most three decimals. */
  quantity: number
  unitPrice: number
  productId?: string | undefined
  /** The line of the order that it was made from. */
  lineId?: string | undefined
  taxRateId?: string | undefined
  /** Of a discount. */
  percent?: number | undefined
}

export const estimateLinesMax = 100

/** Safe for validated values: stored JSON text, or the list of an answer. */
export const readEstimateLines = (stored: unknown): EstimateLine[] => (typeof stored === 'string' ? JSON.parse(stored) : (stored ?? [])) as EstimateLine[]
