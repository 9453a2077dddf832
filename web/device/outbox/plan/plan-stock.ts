import { findStockLineIssue, type StockLine, toStockMoves } from '#schema/rules/inventory/stock-moves.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { type Effect, isLiving, movedCount, type RowDraft } from '../../rows/rebase.ts'
import { rowKey } from '../../rows/rows.ts'
import type { PlanRows } from './plan-rows.ts'

/**
 * What the lines that the mutation changes, deletes or brings back move of the counts of their products (LINE-02), by the rule by which
 * the server decides it. As effects: they are shown upon whatever the server says of the products, and leave with the mutation.
 */
export async function moveStock(rows: PlanRows, at: string): Promise<Effect[]> {
  const deltaByProduct = new Map<string, number>()
  for (const [, { collection, before, draft }] of rows) {
    if (collection !== 'order_lines') continue
    for (const { productId, delta } of toStockMoves(toLine(before), toLine(draft))) deltaByProduct.set(productId, (deltaByProduct.get(productId) ?? 0) + delta)
  }
  const effects: Effect[] = []
  for (const [productId, delta] of deltaByProduct) {
    if (delta === 0) continue
    effects.push({ key: rowKey('products', productId), action: 'count', delta })
    if (!rows.database.collections.includes('products')) continue
    const product = await rows.read('products', productId)
    if (isLiving(product.draft)) product.draft = { row: movedCount(product.draft.row, delta, at), isDeleted: false }
  }
  return effects
}

const toLine = (draft: RowDraft): StockLine | undefined => (isLiving(draft) ? draft.row : undefined)

/** @throws AppError VALIDATION, as the server would */
export function checkStockLine(collection: CollectionName, values: StockLine): void {
  const issue = collection === 'order_lines' ? findStockLineIssue(values) : undefined
  if (issue !== undefined) throw new AppError('VALIDATION', issue.message, { issues: [issue] })
}
