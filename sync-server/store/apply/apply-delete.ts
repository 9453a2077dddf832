import { sql } from 'kysely'
import type { Dependant } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { SeenPlace } from '#schema/api/sync.ts'
import type { Seen } from '#schema/rules/merge/since.ts'
import { settleAll, settleEach } from '../../db/settle-all.ts'
import { defineStatement, type Statement } from '../../db/statement.ts'
import { readSubject, toEnglish } from './activity-text.ts'
import { assertMay, findOwnRow, nextSeq, type WriteContext } from '../context.ts'
import { assertEstimateMayGo } from '../estimates/guard-estimates.ts'
import { assertInvoiceMayGo, assertOrderMayGo } from '../invoices/guard-invoices.ts'
import { recordRepeatedDeletion } from '../deletions/repeated-deletions.ts'
import { noteEvent } from '../told/note-event.ts'
import { assertPaymentMayChange } from '../payments/guard-payments.ts'
import { assertNotInClosedTill } from '../payments/guard-tills.ts'
import { issuesToError } from './parse-values.ts'
import { holdsPlace } from '../sequence/feed-marks.ts'
import { hasRecordedAuthors } from '../deletions/row-authors.ts'
import { assertAllSeen, findRowsToDelete, notifyOvertaken } from '../deletions/unseen-changes.ts'
import { assertSameMerge, giveToSuccessor } from './merge/merge-customers.ts'
import { endStatusHistory, writeActivity } from './side-effects.ts'
import { assertCountOpen, moveStock } from '../stock/move-stock.ts'
import { toStockReason } from '#schema/rules/inventory/stock-moves.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { assertLineMayGo } from '../stock/guard-returns.ts'
import { columnOf, tableOf, type Table } from '../table.ts'

/** `seen`, `seenAt`, `own`, `anyway`, `into`: see the op's schema. */
type DeleteOp = {
  id: string
  seen?: Seen | undefined
  seenAt?: readonly SeenPlace[] | undefined
  own?: readonly string[] | undefined
  anyway?: Seen | undefined
  into?: string | undefined
}

const onlyCustomersMessage = 'Only customers can be merged'

/**
 * Deletes a row with its dependents; the content stays on the server. NOT_FOUND for a missing row, no effect on a
 * deleted one, CHANGED_SINCE where the author had not seen all changes.
 */
export async function applyDelete(context: WriteContext, table: Table, { id, seen, seenAt = [], own, anyway, into }: DeleteOp): Promise<void> {
  assertMay(context, 'delete', table)
  if (into !== undefined && table.name !== 'customers') throw issuesToError([{ path: 'into', message: onlyCustomersMessage }])
  const { row, document } = await findOwnRow(context, table, id)
  if (row.deleted === 1) {
    if (into !== undefined) await assertSameMerge(context, row, into)
    return recordRepeatedDeletion(context, row)
  }
  if (into !== undefined) await giveToSuccessor(context, row, into)
  if (table.name === 'estimates') assertEstimateMayGo(document)
  if (table.name === 'invoices') assertInvoiceMayGo(document)
  if (table.name === 'stock_counts') assertCountOpen(document)
  if (table.name === 'payments') await assertPaymentMayChange(context, document)
  if (table.name === 'order_lines') await assertLineMayGo(context, id)
  const rows =
    hasRecordedAuthors(table.name) && (seen !== undefined || context.mutationAt < context.receivedAt) ? await findRowsToDelete(context, table, row) : []
  if (seen !== undefined) {
    await context.memory.ask(() => assertNothingRefuses(context, table, id))
    await assertAllSeen(context, rows, (await isOfThisFeed(context, seenAt)) ? { seen, own } : { seen: {}, own })
  }
  const subject = await readSubject(context, table, id, document)
  await deleteWithDependants(context, table, id)
  if (into === undefined) await writeActivity(context, tell('deleted', { subject: subject.entry }), subject)
  if (anyway !== undefined || seen === undefined) await notifyOvertaken(context, rows, await toEnglish(context, subject.entry), anyway)
}

/** If the feed was set back since, its old seqs say nothing about the current rows. */
async function isOfThisFeed({ trx, shopId }: WriteContext, places: readonly SeenPlace[]): Promise<boolean> {
  for (const place of places) if (!(await holdsPlace(trx, shopId, place))) return false
  return true
}

async function deleteWithDependants(context: WriteContext, table: Table, id: string): Promise<void> {
  const cascading = table.dependants.filter(({ onParentDelete }) => onParentDelete === 'cascade')
  const isAlone = table.dependants.every(({ onParentDelete }) => onParentDelete === 'keep')
  const idsByDependant = isAlone ? [] : await askForDependants(context, table, cascading, id)
  await markDeleted(context, table, id)
  for (const [place, { collection }] of cascading.entries()) {
    for (const rowId of idsByDependant[place] ?? []) await deleteWithDependants(context, tableOf(collection), rowId)
  }
  if (table.name === 'orders') endStatusHistory(context, id)
}

/** Ids of the rows to delete as well, by dependant. */
async function askForDependants(context: WriteContext, table: Table, cascading: readonly Dependant[], id: string): Promise<string[][]> {
  const { memory } = context
  const findAll = (): Promise<string[][]> => settleAll(cascading.map((dependant) => findPointingIds(context, dependant, id)))
  const [, idsByDependant] = await memory.ask(() => settleEach([assertNothingRefuses(context, table, id), findAll()]))
  // Cache the rows before updating them: finding a row with an uncached update flushes the queue and clears the cache.
  await settleAll(cascading.map(({ collection }, place) => memory.readAhead(tableOf(collection), idsByDependant[place] ?? [])))
  const payments = idsByDependant[cascading.findIndex(({ collection }) => collection === 'payments')] ?? []
  for (const paymentId of payments) await assertNotInClosedTill(context, paymentId)
  return idsByDependant
}

const assertNothingRefuses = (context: WriteContext, table: Table, id: string): Promise<unknown> =>
  settleAll([
    ...table.dependants.map((dependant) => assertNoneRefuses(context, dependant, id)),
    ...(table.name === 'orders' ? [assertOrderMayGo(context, id)] : []),
  ])

async function assertNoneRefuses(context: WriteContext, dependant: Dependant, id: string): Promise<void> {
  if (dependant.onParentDelete !== 'refuse') return
  const [first] = await findPointingIds(context, dependant, id, { limit: 1, unless: dependant.unless })
  if (first !== undefined) throw new AppError('FOREIGN_KEY_VIOLATION', dependant.message)
}

type Pointing = { limit?: number; unless?: string | undefined }

async function findPointingIds(
  { trx }: WriteContext,
  dependant: Dependant,
  id: string,
  { limit = Number.MAX_SAFE_INTEGER, unless }: Pointing = {},
): Promise<string[]> {
  const rows = await findPointing(dependant, unless)(trx, { id, limit })
  return rows.map((row) => row.id)
}

const statements = new Map<string, Statement<{ id: string }>>()

/** Compiled once per kind of reference. */
function findPointing({ collection, field }: Dependant, unless: string | undefined): Statement<{ id: string }> {
  const name = `${collection} ${field} ${unless ?? ''}`
  const known = statements.get(name)
  if (known !== undefined) return known
  const table = tableOf(collection)
  const made = defineStatement<{ id: string }>((db, argument) => {
    const pointing = db.selectFrom(collection).select('id').where(columnOf(table, field), '=', argument('id')).where('deleted', '=', 0)
    const counted = unless === undefined ? pointing : pointing.where(columnOf(table, unless), '=', 0)
    return counted.orderBy('seq').limit(sql<number>`${argument('limit')}`)
  })
  statements.set(name, made)
  return made
}

/** `deletedWith`: the deletion whose undo restores the row. */
async function markDeleted(context: WriteContext, table: Table, id: string, deletedWith = context.mutationId): Promise<void> {
  const seq = await nextSeq(context, table.name)
  context.memory.update(table, id, { deleted: 1, deleted_with: deletedWith, updated_at: context.mutationAt, seq })
  noteEvent(context, table.name, id, seq, { kind: 'deleted' })
  context.written.push({ collection: table.name, id })
  if (toStockReason(table.name) !== undefined) await moveStock(context, table, (await findOwnRow(context, table, id)).document, undefined)
}
