import { parseInput } from '#schema/api/parse.ts'
import { findFollowUps } from '#schema/rules/merge/follow-ups.ts'
import { fillSale } from '#schema/rules/orders/sale.ts'
import { toFixedAt } from '#schema/rules/charts/fixed-at.ts'
import { AppError } from '#schema/errors.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import type { Json } from '#schema/values/merge.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import type { SqlValue } from '../../db/database.ts'
import { readSubject, shorten } from './activity-text.ts'
import { assertMay, findOwnRow, nextSeq, type WriteContext } from '../context.ts'
import { followMerged, withOrigin } from './merge/follow-merged.ts'
import { recordCreated } from './field-changes.ts'
import { dropRepeatedDeletions } from '../deletions/repeated-deletions.ts'
import { assertCollectionRules, assertTickId } from './collection-rules.ts'
import { assertNewEstimate, readEstimatePricing, takeVersion } from '../estimates/guard-estimates.ts'
import { assertNewInvoice } from '../invoices/guard-invoices.ts'
import { completeMessage } from '../messages/guard-messages.ts'
import { placeInTill } from '../payments/guard-tills.ts'
import { readTypedMoney } from './typed-money.ts'
import { dropIgnoredKeys } from './parse-values.ts'
import { noteEvent } from '../told/note-event.ts'
import { assertReferences } from './references.ts'
import { moveStock, noteCounted } from '../stock/move-stock.ts'
import { createdMark, forgetAuthors, recordAuthor } from '../deletions/row-authors.ts'
import { valueToSql } from '../rows.ts'
import { writeActivity, writeStatusHistory } from './side-effects.ts'
import { tableOf, type StoredRow, type Table } from '../table.ts'
import { notifyDuplicates } from '../notices/notify-duplicates.ts'

type Values = Readonly<Record<string, unknown>>

export type CreateOp = { id: string; values: Readonly<Record<string, Json>>; serverValues?: Readonly<Record<string, Json>> | undefined }

/** Creates a row. CONFLICT for an id that is taken in any shop; a checklist tick that exists counts as created. */
export async function applyCreate(context: WriteContext, table: Table, op: CreateOp): Promise<void> {
  assertMay(context, 'create', table)
  const sent = dropIgnoredKeys(table, context.shopId, table.name === 'orders' ? fillSale(op.values) : op.values, (value) => value)
  const typed = parseInput(table.createShape, table.name === 'order_lines' ? await withIncluded(context, sent) : sent)
  const followed = await followMerged(context, table, await readTypedMoney(context, table, typed))
  const given = await completeGiven(context, table, followed)
  const pricing = table.name === 'estimates' ? await readEstimatePricing(context, given['orderId'], readEstimateLines(given['lines'])) : undefined
  const change = { before: undefined, after: given, written: Object.keys(given), at: context.mutationAt, pricing }
  const values = { ...given, ...findFollowUps(table.name, change) }
  if (table.name === 'estimates') await assertNewEstimate(context, values)
  if (table.name === 'checklist_selections') assertTickId(op.id, values)
  const existing = await context.memory.find(table, op.id)
  if (existing && (table.name !== 'checklist_selections' || existing.shopId !== context.shopId))
    throw new AppError('CONFLICT', `This ${table.collection.audit.noun} cannot be created`)
  if (existing?.deleted === 0) return
  await assertReferences(context, table, values)
  if (table.name === 'invoices') await assertNewInvoice(context, values)
  await assertCollectionRules(context, table, op.id, values)
  const seq = existing ? await reviveTick(context, table, existing) : await insertRow(context, table, withOrigin(table, op, typed, values), values)
  context.written.push({ collection: table.name, id: op.id, seq })
  await moveStock(context, table, undefined, { ...values, id: op.id })
  // Applying a stock take writes its activity; a single scan writes none.
  if (table.name === 'stock_counts') return
  if (table.name === 'passcode_views') return noteView(context, table, op.id, String(values['orderId']))
  const subject = await readSubject(context, table, op.id, values)
  await writeActivity(context, tell('created', { subject: subject.entry }), subject)
  if (table.name === 'customers') await notifyDuplicates(context, op.id, values)
}

/** A line of a warranty claim is included unless its writer says otherwise. */
async function withIncluded({ memory }: WriteContext, values: Readonly<Record<string, Json>>): Promise<Readonly<Record<string, Json>>> {
  if (values['included'] !== undefined || typeof values['orderId'] !== 'string') return values
  const order = await memory.find(tableOf('orders'), values['orderId'])
  return typeof order?.['claimOf'] === 'string' ? { ...values, included: true } : values
}

function completeGiven(context: WriteContext, { name }: Table, values: Values): Values | Promise<Values> {
  if (name === 'messages') return completeMessage(context, values)
  return name === 'payments' ? placeInTill(context, values) : values
}

async function insertRow(context: WriteContext, table: Table, op: CreateOp, values: Readonly<Record<string, unknown>>): Promise<number> {
  const seq = await nextSeq(context, table.name)
  const given = await giveServerValues(context, table, op.id, values)
  const row: Record<string, SqlValue> & { id: string } = {
    id: op.id,
    shop_id: context.shopId,
    created_at: typeof values['createdAt'] === 'string' ? values['createdAt'] : context.mutationAt,
    updated_at: context.mutationAt,
    seq,
  }
  for (const { name, column, field } of table.fields) {
    const own = field.writer === 'server' ? (op.serverValues?.[name] ?? field.initial) : values[name]
    row[column] = valueToSql(field, given[name] ?? own)
  }
  if (table.name === 'orders') {
    row['status_changed_at'] = context.mutationAt
    row['fixed_at'] = toFixedAt(undefined, values['orderStatusId'], context.mutationAt)
  }
  Object.assign(row, table.toListKeys({ ...values, id: op.id, createdAt: row['created_at'] }))
  context.memory.insert(table, row)
  noteEvent(context, table.name, op.id, seq, { kind: 'created' })
  await noteCounted(context, table, op.id, seq, 0, values['inventoryCount'])
  recordCreated(context, table, op.id)
  recordAuthor(context, table.name, op.id, seq, [createdMark])
  if (table.name === 'orders') writeStatusHistory(context, op.id, String(values['orderStatusId']), seq)
  return seq
}

async function giveServerValues(
  context: WriteContext,
  { name }: Table,
  id: string,
  { number, orderId, total, net, tax, error }: Readonly<Record<string, unknown>>,
): Promise<Partial<Record<string, unknown>>> {
  if (name === 'orders') return giveNumber(context, id, number)
  if (name === 'messages') return { error }
  if (name === 'order_notes' || name === 'till_days') return { userId: context.caller.userId }
  return name === 'estimates' ? { version: await takeVersion(context, String(orderId)), total, net, tax } : {}
}

async function giveNumber(
  { numbers, shopId, caller: { userId, origin }, deviceId }: WriteContext,
  orderId: string,
  wanted: unknown,
): Promise<Partial<Record<string, unknown>>> {
  return numbers.give({ shopId, userId, deviceId, isImport: origin === 'import' }, orderId, typeof wanted === 'number' ? wanted : null)
}

/** Viewing a passcode leaves only an activity; the row itself is deleted at once. */
async function noteView(context: WriteContext, table: Table, id: string, orderId: string): Promise<void> {
  context.memory.update(table, id, { deleted: 1, deleted_with: context.mutationId, updated_at: context.mutationAt })
  const orders = tableOf('orders')
  const { document } = await findOwnRow(context, orders, orderId)
  const { customerId } = await readSubject(context, orders, orderId, document)
  await writeActivity(context, tell('passcodeShown', { order: shorten(String(document['itemDetails'])) }), { orderId, customerId })
}

async function reviveTick(context: WriteContext, table: Table, row: StoredRow): Promise<number> {
  const seq = await nextSeq(context, table.name)
  context.memory.update(table, row.id, { deleted: 0, deleted_with: null, updated_at: context.mutationAt, seq })
  await dropRepeatedDeletions(context.trx, [row.id])
  await forgetAuthors(context.trx, row.id)
  recordAuthor(context, table.name, row.id, seq, [createdMark])
  return seq
}
