import type { Issue } from '../../errors.ts'
import { isReturn } from '../orders/returns.ts'

export type StockReason = 'line' | 'purchase' | 'count' | 'import'

/** A line of an order takes pieces of a product, a line of a purchase brings what was received. */
export type StockLine = Readonly<Record<string, unknown>>

type StockMove = { productId: string; delta: number }

export const wholeStockMessage = 'Quantity must be a whole number for parts from stock'

const reasonByCollection: Readonly<Record<string, StockReason>> = { order_lines: 'line', purchase_lines: 'purchase' }

/** Why rows of a collection move counts; undefined where they do not. */
export const toStockReason = (collection: string): StockReason | undefined => reasonByCollection[collection]

/**
 * Count differences caused by a change of a line. Undefined means that the line does not exist: not created, deleted,
 * or of a deleted order.
 */
export function toStockMoves(collection: string, before: StockLine | undefined, after: StockLine | undefined): StockMove[] {
  const deltaByProduct = new Map<string, number>()
  const add = (line: StockLine | undefined, sign: 1 | -1): void => {
    const brought = toBrought(collection, line)
    if (brought !== undefined) deltaByProduct.set(brought.productId, (deltaByProduct.get(brought.productId) ?? 0) + sign * brought.quantity)
  }
  add(before, -1)
  add(after, 1)
  return [...deltaByProduct].flatMap(([productId, delta]) => (delta === 0 ? [] : [{ productId, delta }]))
}

/** Pieces that the line adds to its product's count. */
function toBrought(collection: string, line: StockLine | undefined): StockQuantity | undefined {
  if (collection === 'purchase_lines') return toQuantity(line, 'received')
  const taken = collection === 'order_lines' && line?.['fromStock'] === true ? toQuantity(line, 'quantity') : undefined
  return taken && { ...taken, quantity: isReturn(line ?? {}) ? taken.quantity : -taken.quantity }
}

type StockQuantity = { productId: string; quantity: number }

function toQuantity(line: StockLine | undefined, field: string): StockQuantity | undefined {
  const { productId, [field]: quantity } = line ?? {}
  return typeof productId === 'string' && typeof quantity === 'number' ? { productId, quantity } : undefined
}

/** Stock counts whole pieces. */
export function findStockLineIssue(line: StockLine): Issue | undefined {
  const taken = toBrought('order_lines', line)
  return taken === undefined || Number.isInteger(taken.quantity) ? undefined : { path: 'quantity', message: wholeStockMessage }
}
