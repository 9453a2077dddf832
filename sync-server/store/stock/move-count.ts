import type { StockReason } from '#schema/rules/inventory/stock-moves.ts'
import { isSince } from '#schema/rules/inventory/stock-take.ts'
import { defineInsert } from '../../db/rows-statement.ts'
import { defineStatement } from '../../db/statement.ts'
import type { RowsTarget } from '../batch/write-queue.ts'
import { nextSeq, type WriteContext } from '../context.ts'
import { tableOf } from '../table.ts'

const movementColumns = ['id', 'shop_id', 'product_id', 'seq', 'delta', 'count_after', 'reason', 'order_id', 'take_id', 'user_id', 'created_at'] as const

const movements: RowsTarget = { statement: defineInsert('stock_movements', movementColumns) }

/** `at`: when it was done; without it at the time of the mutation. */
export type Move = { productId: string; delta: number; reason: StockReason; orderId?: string | null; takeId?: string | null; at?: string }

/** Changes a product's count; it may go below 0. */
export async function moveCount(context: WriteContext, move: Move): Promise<void> {
  if (await writeCount(context, move)) await coverMove(context, move)
}

async function writeCount(context: WriteContext, move: Move): Promise<boolean> {
  const { productId, delta } = move
  const products = tableOf('products')
  const row = await context.memory.find(products, productId)
  if (row === undefined || delta === 0) return false
  const count = Number(row['inventoryCount']) + delta
  const seq = await nextSeq(context, 'products')
  context.memory.update(products, productId, { inventory_count: count, updated_at: context.mutationAt, seq })
  context.written.push({ collection: 'products', id: productId })
  writeMovement(context, move, seq, count)
  return true
}

/** Undoes a move that was made before its product was counted: the count of the shelf already holds it. */
export async function coverMove(context: WriteContext, { productId, delta, takeId = null, at = context.mutationAt }: Move): Promise<void> {
  const takes = await context.memory.apart((trx) => findTakes(trx, { productId, at }))
  const cover = takes.find((take) => take.takeId !== takeId && !isSince({ at, takeId }, take))
  if (cover !== undefined) await writeCount(context, { productId, delta: -delta, reason: 'count', takeId: cover.takeId, at: cover.at })
}

/** Applied stock takes of the product from a time on, earliest first. */
const findTakes = defineStatement<{ takeId: string; at: string }>((db, argument) =>
  db
    .selectFrom('stock_counts')
    .select(({ fn }) => ['take_id as takeId', fn.max<string>('counted_at').as('at')])
    .where('product_id', '=', argument('productId'))
    .where('applied_at', 'is not', null)
    .where('deleted', '=', 0)
    .where('counted_at', '>=', argument('at'))
    .groupBy('take_id')
    .orderBy('at')
    .orderBy('takeId'),
)

export function writeMovement(
  context: WriteContext,
  { productId, delta, reason, orderId = null, takeId = null, at = context.mutationAt }: Move,
  seq: number,
  countAfter: number,
): void {
  context.memory.add(movements, {
    id: context.newId(),
    shop_id: context.shopId,
    product_id: productId,
    seq,
    delta,
    count_after: countAfter,
    reason,
    order_id: orderId,
    take_id: takeId,
    user_id: context.caller.userId,
    created_at: at,
  })
}
