import { isCollectionName } from '#schema/collections/index.ts'
import { applyBring } from './bring/apply-bring.ts'
import { applyCreate } from './apply-create.ts'
import { applyDelete } from './apply-delete.ts'
import { applyErase } from './apply-erase.ts'
import { applyRestore } from './apply-restore.ts'
import { applySet, applyUpdate } from './apply-update.ts'
import { type WriteOp, type WriteContext, assertMay, findOwnRow, nextSeq, nounOf } from '../context.ts'
import { applyTake, undoTake } from '../stock/apply-take.ts'
import { applyReturned, isReturned } from '../invoices/return-invoice.ts'
import { issuesToError } from './parse-values.ts'
import { tableOf, type Table } from '../table.ts'
import { AppError } from '#schema/errors.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { readSubject } from './activity-text.ts'
import { rowToContent } from '../rows.ts'
import { writeActivity } from './side-effects.ts'

/**
 * Applies one op.
 * @throws AppError that refuses the whole mutation
 */
export async function applyOp(context: WriteContext, op: WriteOp): Promise<void> {
  if (!isCollectionName(op.collection)) throw issuesToError([{ path: 'collection', message: `There is no collection '${op.collection}'` }])
  const table = tableOf(op.collection)
  switch (op.action) {
    case 'create':
      return isReturned(op) ? applyReturned(context, op) : applyCreate(context, table, op)
    case 'update':
      return applyUpdate(context, table, op)
    case 'set':
      return applySet(context, table, op)
    case 'delete':
      return applyDelete(context, table, op)
    case 'leave':
      return applyLeave(context, table, op.id)
    case 'enter':
      return applyEnter(context, table, op.id)
    case 'erase':
      return applyErase(context, op)
    case 'bring':
      return applyBring(context, table, op)
    case 'restore':
      return applyRestore(context, table, op)
    case 'apply-take':
      return applyTake(context, table, op.id)
    case 'undo-take':
      return undoTake(context, table, op.id)
  }
}

/** Moves an employee out of a shop: old orders keep referencing them, new ones cannot. `applyEnter` follows in the same transaction. */
async function applyLeave(context: WriteContext, table: Table, id: string): Promise<void> {
  assertMoves(context, table)
  assertMay(context, 'delete', table)
  const { row, document } = await findOwnRow(context, table, id)
  if (row.deleted === 1) throw new AppError('NOT_FOUND', `${nounOf(table)} not found`)
  const seq = await nextSeq(context, table.name)
  await context.trx.insertInto('employee_departures').values({ employee_id: id, shop_id: context.shopId, seq }).execute()
  context.written.push({ collection: table.name, id })
  await writeActivity(context, tell('movedAway', { subject: (await readSubject(context, table, id, document)).entry }))
}

/**
 * Moves a row that left its shop into another one. Its seq exceeds all its earlier ones in any feed: devices keep the
 * version with the greater seq, so they end with this one in whatever order they pull.
 */
async function applyEnter(context: WriteContext, table: Table, id: string): Promise<void> {
  assertMoves(context, table)
  assertMay(context, 'create', table)
  const { trx, shopId, mutationAt } = context
  const row = await context.memory.find(table, id)
  const departure =
    row && (await trx.selectFrom('employee_departures').select('seq').where('employee_id', '=', id).where('shop_id', '=', row.shopId).executeTakeFirst())
  if (!departure) throw new AppError('NOT_FOUND', `${nounOf(table)} not found`)
  const seq = await nextSeq(context, table.name, departure.seq)
  await trx.updateTable('employees').set({ shop_id: shopId, seq, updated_at: mutationAt }).where('id', '=', id).execute()
  await trx.deleteFrom('employee_departures').where('employee_id', '=', id).where('shop_id', '=', shopId).execute()
  context.written.push({ collection: table.name, id })
  await writeActivity(context, tell('cameHere', { subject: (await readSubject(context, table, id, rowToContent(table, row))).entry }))
}

function assertMoves(context: WriteContext, table: Table): void {
  if (context.caller.origin !== 'administration' || table.name !== 'employees') throw new AppError('FORBIDDEN')
}
