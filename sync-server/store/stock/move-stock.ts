import type { StockLine } from '#schema/rules/inventory/stock-moves.ts'
import { toStockMoves, toStockReason } from '#schema/rules/inventory/stock-moves.ts'
import { whyCountStands } from '#schema/rules/inventory/stock-take.ts'
import { AppError } from '#schema/errors.ts'
import { type BroughtMovement, type WriteContext, nextSeq } from '../context.ts'
import { type LivingDocument, rowToContent } from '../rows.ts'
import { type Table, tableOf, type StoredRow } from '../table.ts'
import { coverMove, moveCount, writeMovement } from './move-count.ts'
import { toPurchaseState, toSuppliedIds, toSupply } from '#schema/rules/inventory/supply.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { recordFieldSet } from '../apply/field-changes.ts'
import { recordAuthor } from '../deletions/row-authors.ts'
import { noteEvent } from '../told/note-event.ts'

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

type Line = Readonly<Record<string, unknown>>

/** What was received has arrived for its repair, and a purchase is received when all of it is. */
async function followSupply(context: WriteContext, before: Line | undefined, after: Line | undefined): Promise<void> {
  for (const id of toSuppliedIds(before, after)) {
    const row = await context.memory.find(tableOf('order_lines'), id)
    if (row === undefined || row.deleted === 1) continue
    const supply = toSupply(before, after, rowToContent(tableOf('order_lines'), row))
    if (supply !== undefined) await setText(context, 'order_lines', row, 'supply', supply)
  }
  const line = after ?? before
  const purchase = line && (await context.memory.find(tableOf('purchases'), String(line['purchaseId'])))
  if (line === undefined || purchase === undefined || purchase.deleted === 1) return
  const state = toPurchaseState(before, after, await readOthers(context, purchase.id, line['id']), purchase['state'])
  if (state !== undefined) await setText(context, 'purchases', purchase, 'state', state)
}

async function readOthers(context: WriteContext, purchaseId: string, lineId: unknown): Promise<Line[]> {
  return context.trx
    .selectFrom('purchase_lines')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .where('deleted', '=', 0)
    .where('id', '!=', String(lineId))
    .execute()
}

async function setText(context: WriteContext, collection: CollectionName, row: StoredRow, name: string, value: string): Promise<void> {
  const table = tableOf(collection)
  const before = rowToContent(table, row)
  const seq = await nextSeq(context, collection)
  context.memory.update(table, row.id, { [name]: value, updated_at: context.mutationAt, seq })
  context.written.push({ collection, id: row.id })
  recordAuthor(context, collection, row.id, seq, [name])
  recordFieldSet(context, table, row.id, name)
  noteEvent(context, collection, row.id, seq, { kind: 'updated', before, after: { ...before, [name]: value } })
}
