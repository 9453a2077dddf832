import type { StockLine } from '#schema/rules/inventory/stock-moves.ts'
import { toStockMoves, toStockReason } from '#schema/rules/inventory/stock-moves.ts'
import { whyCountStands } from '#schema/rules/inventory/stock-take.ts'
import { AppError } from '#schema/errors.ts'
import type { BroughtMovement, WriteContext } from '../context.ts'
import type { LivingDocument } from '../rows.ts'
import type { Table } from '../table.ts'
import { coverMove, moveCount, writeMovement } from './move-count.ts'
import { followSupply } from './follow-supply.ts'

/**
 * Changes product counts by the difference of a line of an order or a purchase. Called for every written row of any collection, so
 * that no write path misses it. Counts may go below 0.
 */
export async function moveStock(context: WriteContext, table: Table, before: StockLine | undefined, after: StockLine | undefined): Promise<void> {
  const reason = toStockReason(table.name)
  if (reason === undefined) return
  const orderId = reason === 'line' ? String(after?.['orderId'] ?? before?.['orderId']) : null
  for (const { productId, delta } of toStockMoves(table.name, before, after)) await moveCount(context, { productId, delta, reason, orderId })
  if (reason === 'purchase') await followSupply(context, before, after)
}

/** A count by a user or an import. `seq`: of the product's write. */
export async function noteCounted(
  context: WriteContext,
  table: Table,
  productId: string,
  seq: number,
  countBefore: unknown,
  countAfter: unknown,
): Promise<void> {
  const delta = table.name === 'products' && typeof countAfter === 'number' ? countAfter - Number(countBefore ?? 0) : 0
  if (delta === 0) return
  const move = { productId, delta, reason: context.caller.origin === 'import' ? 'import' : 'count' } as const
  writeMovement(context, move, seq, Number(countAfter))
  await coverMove(context, move)
}

/** Movements from another server's archive, with the seqs they get here. */
export function bringMovements(context: WriteContext, productId: string, brought: readonly BroughtMovement[], seqs: readonly number[]): void {
  for (const [place, { delta, countAfter, reason, orderId, takeId, userId, createdAt }] of brought.entries())
    writeMovement(
      { ...context, caller: { ...context.caller, userId } },
      { productId, delta, reason, orderId, takeId, at: createdAt },
      seqs[place] ?? 0,
      countAfter,
    )
}

/** @throws AppError CONFLICT for a count that is in the product's count */
export function assertCountOpen(row: Readonly<Record<string, unknown>>): void {
  const why = whyCountStands(row)
  if (why !== undefined) throw new AppError('CONFLICT', why)
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
