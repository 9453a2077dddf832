import type { Issue } from '../../errors.ts'

export type StockReason = 'line' | 'count' | 'import'

/** Only `productId`, `quantity` and `fromStock` affect counts. */
export type StockLine = Readonly<Record<string, unknown>>

type StockMove = { productId: string; delta: number }

export const wholeStockMessage = 'Quantity must be a whole number for parts from stock'

/**
 * Count differences caused by a change of a line. Undefined means that the line does not exist: not created, deleted,
 * or of a deleted order.
 */
export function toStockMoves(before: StockLine | undefined, after: StockLine | undefined): StockMove[] {
  const deltaByProduct = new Map<string, number>()
  const add = (line: StockLine | undefined, sign: 1 | -1): void => {
    const taken = toTaken(line)
    if (taken !== undefined) deltaByProduct.set(taken.productId, (deltaByProduct.get(taken.productId) ?? 0) + sign * taken.quantity)
  }
  add(before, 1)
  add(after, -1)
  return [...deltaByProduct].flatMap(([productId, delta]) => (delta === 0 ? [] : [{ productId, delta }]))
}

function toTaken(line: StockLine | undefined): { productId: string; quantity: number } | undefined {
  if (line === undefined || line['fromStock'] !== true) return undefined
  const { productId, quantity } = line
  return typeof productId === 'string' && typeof quantity === 'number' ? { productId, quantity } : undefined
}

/** Stock counts whole pieces. */
export function findStockLineIssue(line: StockLine): Issue | undefined {
  const taken = toTaken(line)
  return taken === undefined || Number.isInteger(taken.quantity) ? undefined : { path: 'quantity', message: wholeStockMessage }
}
