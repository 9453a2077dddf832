import type { LineKind } from '../order-lines/line-kind.ts'

/** One line of an estimate as it was offered: a snapshot, which later prices and products do not change. */
export type EstimateLine = {
  kind: LineKind
  description: string
  /** More than 0, with at most three decimals. */
  quantity: number
  unitPrice: number
  productId?: string | undefined
}

export const estimateLinesMax = 100

/** Holds for what the field's schema has let through: stored text, or the list of an answer. */
export const readEstimateLines = (stored: unknown): EstimateLine[] => (typeof stored === 'string' ? JSON.parse(stored) : (stored ?? [])) as EstimateLine[]
