import { type StockLine, toStockMoves } from '#schema/rules/inventory/stock-moves.ts'
import { toPurchaseState, toSuppliedIds, toSupply } from '#schema/rules/inventory/supply.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { applyEffect, type Effect, isLiving, movedCount, type RowDraft } from '../../rows/rebase.ts'
import { rowKey } from '../../rows/rows.ts'
import type { FindPointing } from './plan-deletes.ts'
import type { PlanRows } from './plan-rows.ts'

type LineChange = { collection: CollectionName; before: StockLine | undefined; after: StockLine | undefined }

/**
 * The stock changes caused by changed, deleted or restored lines of orders and purchases, by the server's own rules. They are
 * effects: shown on top of any server state of the rows, and removed with the mutation.
 */
export async function moveStock(rows: PlanRows, findPointing: FindPointing, at: string): Promise<Effect[]> {
  const changes = [...rows].map(([, { collection, before, draft }]): LineChange => ({ collection, before: toLine(before), after: toLine(draft) }))
  const bought = changes.filter(({ collection, before, after }) => collection === 'purchase_lines' && before !== after)
  return [...(await moveCounts(rows, changes, at)), ...(await followSupply(rows, bought, at)), ...(await followPurchases(rows, bought, findPointing, at))]
}

const toLine = (draft: RowDraft): StockLine | undefined => (isLiving(draft) ? draft.row : undefined)

async function moveCounts(rows: PlanRows, changes: readonly LineChange[], at: string): Promise<Effect[]> {
  const deltaByProduct = new Map<string, number>()
  for (const { collection, before, after } of changes)
    for (const { productId, delta } of toStockMoves(collection, before, after)) deltaByProduct.set(productId, (deltaByProduct.get(productId) ?? 0) + delta)
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

async function followSupply(rows: PlanRows, bought: readonly LineChange[], at: string): Promise<Effect[]> {
  const effects: Effect[] = []
  for (const { before, after } of bought) {
    for (const id of toSuppliedIds(before, after)) {
      const { draft } = await rows.read('order_lines', id)
      const supply = isLiving(draft) ? toSupply(before, after, draft.row) : undefined
      if (supply !== undefined) effects.push(await setText(rows, 'order_lines', id, { field: 'supply', to: supply }, at))
    }
  }
  return effects
}

async function followPurchases(rows: PlanRows, bought: readonly LineChange[], findPointing: FindPointing, at: string): Promise<Effect[]> {
  const effects: Effect[] = []
  for (const { before, after } of bought) {
    const line = after ?? before
    const id = String(line?.['purchaseId'])
    const { draft } = await rows.read('purchases', id)
    if (!isLiving(draft)) continue
    const others: StockLine[] = []
    for (const other of await findPointing('purchase_lines', 'purchaseId', id)) {
      const read = other.id === line?.['id'] ? undefined : await rows.read('purchase_lines', other.id)
      if (read !== undefined && isLiving(read.draft)) others.push(read.draft.row)
    }
    const state = toPurchaseState(before, after, others, draft.row['state'])
    if (state !== undefined) effects.push(await setText(rows, 'purchases', id, { field: 'state', to: state }, at))
  }
  return effects
}

async function setText(rows: PlanRows, collection: CollectionName, id: string, change: { field: string; to: string }, at: string): Promise<Effect> {
  const effect: Effect = { key: rowKey(collection, id), action: 'set', ...change }
  const planned = await rows.read(collection, id)
  planned.draft = applyEffect(planned.draft, effect, collection, at)
  return effect
}
