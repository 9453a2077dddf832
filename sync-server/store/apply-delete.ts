import type { Dependant } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { toDynamicDb } from '../db/database.ts'
import { readSubject } from './activity-text.ts'
import { assertMay, findOwnRow, nextSeq, type WriteContext } from './context.ts'
import { writeActivity } from './side-effects.ts'
import { tableOf, type Table } from './table.ts'

/** Marks the row and what goes with it; content stays on the server. NOT_FOUND for a missing row, no effect on a deleted one. */
export async function applyDelete(context: WriteContext, table: Table, id: string): Promise<void> {
  assertMay(context, 'delete', table)
  const { row, document } = await findOwnRow(context, table, id)
  if (row.deleted === 1) return
  const subject = await readSubject(context, table, id, document)
  await deleteWithDependants(context, table, id)
  await writeActivity(context, `${subject.title} deleted`, subject)
}

async function deleteWithDependants(context: WriteContext, table: Table, id: string): Promise<void> {
  for (const dependant of table.dependants) await assertNoneRefuses(context, dependant, id)
  await markDeleted(context, table, id)
  for (const dependant of table.dependants) {
    if (dependant.onParentDelete !== 'cascade') continue
    for (const rowId of await findPointingIds(context, dependant, id)) await deleteWithDependants(context, tableOf(dependant.collection), rowId)
  }
  if (table.name === 'orders') await markHistory(context, id)
}

async function assertNoneRefuses(context: WriteContext, dependant: Dependant, id: string): Promise<void> {
  if (dependant.onParentDelete !== 'refuse') return
  const [first] = await findPointingIds(context, dependant, id, 1)
  if (first !== undefined) throw new AppError('FOREIGN_KEY_VIOLATION', dependant.message)
}

async function findPointingIds(context: WriteContext, { collection, field }: Dependant, id: string, limit = Number.MAX_SAFE_INTEGER): Promise<string[]> {
  const column = tableOf(collection).fieldByName.get(field)?.column ?? field
  const rows = await toDynamicDb(context.trx)
    .selectFrom(collection)
    .select('id')
    .where(column, '=', id)
    .where('deleted', '=', 0)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map((row) => String(row['id']))
}

async function markDeleted(context: WriteContext, table: Table, id: string): Promise<void> {
  const seq = await nextSeq(context, table.name)
  await table.mark(context.trx, { id, deleted: 1, deleted_with: context.mutationId, updated_at: context.actAt, seq })
  context.written.push({ collection: table.name, id })
}

async function markHistory(context: WriteContext, orderId: string): Promise<void> {
  await context.trx
    .updateTable('order_status_history')
    .set({ deleted: 1, deleted_with: context.mutationId })
    .where('order_id', '=', orderId)
    .where('deleted', '=', 0)
    .execute()
}
