import type { Dependant } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { erasedMessage } from '#schema/rules/customers/erase.ts'
import { isRestorable, tooOldToRestoreMessage } from '#schema/rules/merge/restore.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { toDynamicDb, type SqlValue } from '../../db/database.ts'
import { readSubject } from './activity-text.ts'
import { assertMay, findOwnRow, nextSeq, type WriteContext } from '../context.ts'
import { assertUndoesDeletion, dropRepeatedDeletions, takeRepeatedDeletion } from '../deletions/repeated-deletions.ts'
import { purgedMark } from '../deletions/purge-deleted.ts'
import { assertCollectionRules } from './collection-rules.ts'
import { takeBackMerged } from './merge/merge-customers.ts'
import { noteEvent } from '../told/note-event.ts'
import { assertReference, readReferenceState } from './references.ts'
import { findClosedTill } from '../payments/guard-tills.ts'
import { recordAuthor, restoredMark } from '../deletions/row-authors.ts'
import { writeActivity } from './side-effects.ts'
import { moveStock } from '../stock/move-stock.ts'
import { rowToContent } from '../rows.ts'
import { columnOf, tableOf, type StoredRow, type Table, type TableField } from '../table.ts'

/**
 * Restores a deleted row with the rows deleted together with it, for 30 days. Refused while a required row is deleted,
 * or when another deletion than `deletion` applies; optional links to deleted rows are cleared.
 */
export async function applyRestore(context: WriteContext, table: Table, { id, deletion }: { id: string; deletion?: string | undefined }): Promise<void> {
  assertMay(context, 'restore', table)
  const { row, document } = await findOwnRow(context, table, id)
  if (row.deleted === 0) return
  if (typeof document['erasedAt'] === 'string') throw new AppError('DELETED', erasedMessage)
  await assertRecent(context, row)
  if (deletion !== undefined) await assertUndoesDeletion(context, row, deletion)
  for (const field of vitalFields(table)) await assertReference(context, field, row[field.name])
  await assertCollectionRules(context, table, id, document)
  await restoreWithDependants(context, table, row)
  if (table.name === 'customers') await takeBackMerged(context, row)
  const subject = await readSubject(context, table, id, document)
  await writeActivity(context, tell('restored', { subject: subject.entry }), subject)
}

/** The 30 days run from the arrival of the deletion to the time of the restore mutation, unless the content was purged already. */
async function assertRecent(context: WriteContext, row: StoredRow): Promise<void> {
  if (row.deletedWith === purgedMark) throw new AppError('DELETED', tooOldToRestoreMessage)
  const entry =
    row.deletedWith === null ? undefined : await context.trx.selectFrom('mutations').select('received_at').where('id', '=', row.deletedWith).executeTakeFirst()
  const deletedAt = entry?.received_at ?? String(row['updatedAt'])
  if (!isRestorable(deletedAt, context.mutationAt)) throw new AppError('DELETED', tooOldToRestoreMessage)
}

async function restoreWithDependants(context: WriteContext, table: Table, row: StoredRow): Promise<void> {
  await markLiving(context, table, row)
  if (row.deletedWith === null) return
  for (const dependant of table.dependants) {
    if (dependant.onParentDelete !== 'cascade') continue
    for (const rowId of await findGoneTogether(context, dependant, row.id, row.deletedWith))
      await restoreDependant(context, tableOf(dependant.collection), rowId)
  }
  if (table.name === 'orders') await unmarkHistory(context, row.id, row.deletedWith)
}

/** Restores a dependent row, unless a required row is deleted or the row was also deleted separately. */
async function restoreDependant(context: WriteContext, table: Table, id: string): Promise<void> {
  const { row } = await findOwnRow(context, table, id)
  for (const field of vitalFields(table)) {
    if (!(await isLiving(context, field, row))) return
  }
  const deletedBy = await takeRepeatedDeletion(context, row)
  if (deletedBy === undefined) return restoreWithDependants(context, table, row)
  const seq = await nextSeq(context, table.name)
  context.memory.update(table, id, { deleted: 1, deleted_with: deletedBy, updated_at: String(row['updatedAt']), seq })
  context.written.push({ collection: table.name, id })
}

async function markLiving(context: WriteContext, table: Table, row: StoredRow): Promise<void> {
  const cleared: Record<string, SqlValue> = {}
  for (const field of looseFields(table)) {
    if (!(await isLiving(context, field, row))) cleared[field.column] = null
  }
  // What came back after the closing was not in the drawer when it was counted.
  if (table.name === 'payments' && (await findClosedTill(context, row['tillDayId'])) !== undefined) cleared['till_day_id'] = null
  const values = { ...cleared, deleted: 0, deleted_with: null }
  const seq = await nextSeq(context, table.name)
  context.memory.update(table, row.id, { ...values, updated_at: context.mutationAt, seq })
  noteEvent(context, table.name, row.id, seq, { kind: 'restored' })
  await dropRepeatedDeletions(context.trx, [row.id])
  recordAuthor(context, table.name, row.id, seq, [restoredMark])
  context.written.push({ collection: table.name, id: row.id, seq })
  await moveStock(context, table, undefined, rowToContent(table, row))
}

const hasReference = ({ field }: TableField): boolean => field.reference !== undefined && field.reference.onParentDelete.action !== 'keep'

/** Required links, and links with cascading deletion. */
const isVital = ({ field }: TableField): boolean => !field.optional || field.reference?.onParentDelete.action === 'cascade'

const vitalFields = (table: Table): TableField[] => table.fields.filter((field) => hasReference(field) && isVital(field))
const looseFields = (table: Table): TableField[] => table.fields.filter((field) => hasReference(field) && !isVital(field))

async function isLiving(context: WriteContext, field: TableField, row: StoredRow): Promise<boolean> {
  const id = row[field.name]
  return typeof id !== 'string' || (await readReferenceState(context, field, id)) === 'living'
}

async function findGoneTogether(context: WriteContext, { collection, field }: Dependant, id: string, deletedWith: string): Promise<string[]> {
  const rows = await toDynamicDb(context.trx)
    .selectFrom(collection)
    .select('id')
    .where(columnOf(tableOf(collection), field), '=', id)
    .where('deleted', '=', 1)
    .where('deleted_with', '=', deletedWith)
    .orderBy('seq')
    .execute()
  return rows.map((row) => String(row['id']))
}

async function unmarkHistory(context: WriteContext, orderId: string, deletedWith: string): Promise<void> {
  await context.trx
    .updateTable('order_status_history')
    .set({ deleted: 0, deleted_with: null })
    .where('order_id', '=', orderId)
    .where('deleted_with', '=', deletedWith)
    .execute()
}
