import type { StockLine, StockReason } from '#schema/rules/inventory/stock-moves.ts'
import { toStockMoves } from '#schema/rules/inventory/stock-moves.ts'
import { defineInsert } from '../../db/rows-statement.ts'
import type { RowsTarget } from '../batch/write-queue.ts'
import { nextSeq, type BroughtMovement, type WriteContext } from '../context.ts'
import type { LivingDocument } from '../rows.ts'
import { tableOf, type Table } from '../table.ts'

const movementColumns = ['id', 'shop_id', 'product_id', 'seq', 'delta', 'count_after', 'reason', 'order_id', 'user_id', 'created_at'] as const

const movements: RowsTarget = { statement: defineInsert('stock_movements', movementColumns) }

/**
 * Changes product counts by the difference of an order line. Called for every written row of any collection, so that no
 * write path misses it. Counts may go below 0.
 */
export async function moveStock(context: WriteContext, table: Table, before: StockLine | undefined, after: StockLine | undefined): Promise<void> {
  if (table.name !== 'order_lines') return
  const orderId = String(after?.['orderId'] ?? before?.['orderId'])
  for (const { productId, delta } of toStockMoves(before, after)) await moveCount(context, productId, delta, orderId)
}

async function moveCount(context: WriteContext, productId: string, delta: number, orderId: string): Promise<void> {
  const products = tableOf('products')
  const row = await context.memory.find(products, productId)
  if (row === undefined) return
  const countBefore = Number(row['inventoryCount'])
  const seq = await nextSeq(context, 'products')
  context.memory.update(products, productId, { inventory_count: countBefore + delta, updated_at: context.mutationAt, seq })
  context.written.push({ collection: 'products', id: productId })
  writeMovement(context, { productId, seq, countBefore, countAfter: countBefore + delta, reason: 'line', orderId })
}

/** A count by a user or an import. `seq`: of the product's write. */
export function noteCounted(context: WriteContext, table: Table, productId: string, seq: number, countBefore: unknown, countAfter: unknown): void {
  if (table.name !== 'products' || typeof countAfter !== 'number') return
  const reason = context.caller.origin === 'import' ? 'import' : 'count'
  writeMovement(context, { productId, seq, countBefore: Number(countBefore ?? 0), countAfter, reason, orderId: null })
}

/** Movements from another server's archive, with the seqs they get here. */
export function bringMovements(context: WriteContext, productId: string, brought: readonly BroughtMovement[], seqs: readonly number[]): void {
  for (const [place, { delta, countAfter, reason, orderId, userId, createdAt }] of brought.entries()) {
    context.memory.add(movements, {
      id: context.newId(),
      shop_id: context.shopId,
      product_id: productId,
      seq: seqs[place] ?? 0,
      delta,
      count_after: countAfter,
      reason,
      order_id: orderId,
      user_id: userId,
      created_at: createdAt,
    })
  }
}

type Movement = { productId: string; seq: number; countBefore: number; countAfter: number; reason: StockReason; orderId: string | null }

function writeMovement(context: WriteContext, { productId, seq, countBefore, countAfter, reason, orderId }: Movement): void {
  if (countAfter === countBefore) return
  context.memory.add(movements, {
    id: context.newId(),
    shop_id: context.shopId,
    product_id: productId,
    seq,
    delta: countAfter - countBefore,
    count_after: countAfter,
    reason,
    order_id: orderId,
    user_id: context.caller.userId,
    created_at: context.mutationAt,
  })
}

/**
 * Only order lines make a count negative. If the stored count is negative, a negative one that is sent comes from a row
 * read earlier and is ignored; otherwise validation refuses it.
 */
export function dropHeldCount<Value>(
  table: Table,
  document: LivingDocument,
  values: Readonly<Record<string, Value>>,
  valueToJson: (value: Value) => unknown,
): Readonly<Record<string, Value>> {
  const { inventoryCount, ...others } = values
  if (table.name !== 'products' || inventoryCount === undefined) return values
  const sent = valueToJson(inventoryCount)
  return typeof sent === 'number' && sent < 0 && Number(document['inventoryCount']) < 0 ? others : values
}
