import { AppError } from '#schema/errors.ts'
import { readSubject } from './activity-text.ts'
import { assertMay, findOwnRow, nextSeq, nounOf, type WriteContext } from '../context.ts'
import { rowToContent } from '../rows.ts'
import { writeActivity } from './side-effects.ts'
import type { Table } from '../table.ts'

/** Takes an employee out of a shop: old orders keep naming them, new ones cannot (AMB-149). `applyEnter` follows in the same transaction. */
export async function applyLeave(context: WriteContext, table: Table, id: string): Promise<void> {
  assertMoves(context, table)
  assertMay(context, 'delete', table)
  const { row, document } = await findOwnRow(context, table, id)
  if (row.deleted === 1) throw new AppError('NOT_FOUND', `${nounOf(table)} not found`)
  const seq = await nextSeq(context, table.name)
  await context.trx.insertInto('employee_departures').values({ employee_id: id, shop_id: context.shopId, seq }).execute()
  context.written.push({ collection: table.name, id })
  await writeActivity(context, `${(await readSubject(context, table, id, document)).title} moved to another shop`)
}

/**
 * Takes a row that left its shop into another one. Its seq exceeds all that it had in other feeds: devices hold one row per id and
 * keep the greater seq, so they end with this one in whatever order they pull.
 */
export async function applyEnter(context: WriteContext, table: Table, id: string): Promise<void> {
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
  await writeActivity(context, `${(await readSubject(context, table, id, rowToContent(table, row))).title} came from another shop`)
}

function assertMoves(context: WriteContext, table: Table): void {
  if (context.caller.origin !== 'administration' || table.name !== 'employees') throw new AppError('FORBIDDEN')
}
