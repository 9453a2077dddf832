import { parseInput } from '#schema/api/parse.ts'
import { AppError } from '#schema/errors.ts'
import type { Field } from '#schema/field.ts'
import { toMergedIssue } from '#schema/rules/customers/merged-away.ts'
import { erasedMessage } from '#schema/rules/customers/erase.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import { jsonEquals, mergeField, type Json, type MergeInput, type MergeResult } from '#schema/values/merge.ts'
import { isArrival } from '#schema/rules/files/attachments.ts'
import { findFollowUps } from '#schema/rules/merge/follow-ups.ts'
import { toFixedAt } from '#schema/rules/charts/fixed-at.ts'
import { findHeldAgain } from '#schema/rules/merge/parent-delete.ts'
import type { SqlValue } from '../../db/database.ts'
import { isFreeText } from './apply-erase.ts'
import { readSubject, toChangeEntry } from './activity-text.ts'
import { assertMay, findOwnRow, nextSeq, nounOf, type WriteContext } from '../context.ts'
import { findSuccessor, followMerged, followMergedChange } from './merge/follow-merged.ts'
import { findPhoneHeir, keepLostPhones, keepPhones } from './merge/keep-phones.ts'
import { recordFieldAgreed, recordFieldSet, readFieldMutation, type FieldMutation } from './field-changes.ts'
import { assertMessageChange } from '../messages/guard-messages.ts'
import { assertEstimateChange, readEstimatePricing } from '../estimates/guard-estimates.ts'
import { assertInvoiceStays } from '../invoices/guard-invoices.ts'
import { followApproval } from '../estimates/follow-approval.ts'
import { applyCreate } from './apply-create.ts'
import { assertTillChange, placeInTill } from '../payments/guard-tills.ts'
import { assertPaymentMayChange } from '../payments/guard-payments.ts'
import { assertCollectionRules, assertNotFixed, confirmTyped } from './collection-rules.ts'
import { readTypedMoney } from './typed-money.ts'
import { dropIgnoredKeys, issuesToError } from './parse-values.ts'
import { noteEvent } from '../told/note-event.ts'
import { assertReference } from './references.ts'
import { recordAuthor } from '../deletions/row-authors.ts'
import { assertCountOpen, dropHeldCount, moveStock, noteCounted } from '../stock/move-stock.ts'
import { readJson, readStored, toWireValue, valueToSql, type LivingDocument } from '../rows.ts'
import { writeActivity, writeStatusHistory, readLastStatusTime } from './side-effects.ts'
import { notifyConflict, type FieldConflict } from '../notices/notify-conflict.ts'
import { notifyReaddressed } from '../notices/notify-readdressed.ts'
import { tableOf, type Table } from '../table.ts'
import { isFinishedStatus, orderStatusIdByName } from '#schema/values/order-status.ts'
import { type ActivityEntry, tell } from '#schema/rules/text/activity-entry.ts'

type SeenChange = { from: Json; to: Json }
type ServerValues = Readonly<Record<string, Json>> | undefined

type UpdateOp = { id: string; changes: Readonly<Record<string, SeenChange>>; serverValues?: ServerValues }
type SetValuesOp = { id: string; values: Readonly<Record<string, Json>>; serverValues?: ServerValues }

type Change = FieldConflict & { name: string; column: string; field: Field }

/**
 * Updates a row, merging each field by its policy. NOT_FOUND for a missing row, DELETED for a deleted one. Writes
 * nothing if nothing changes.
 */
export async function applyUpdate(context: WriteContext, table: Table, op: UpdateOp): Promise<void> {
  const heirId = await findPhoneHeir(context, table, op.id, Object.keys(op.changes))
  if (heirId !== undefined) {
    const typed = parseInput(table.updateShape, Object.fromEntries(Object.entries(op.changes).map(([name, { to }]) => [name, to])))
    const { document: gone } = await findOwnRow(context, table, op.id)
    return keepPhones(context, { ...onlyCodes(gone), ...typed }, heirId, applySet)
  }
  const document = await findForUpdate(context, table, op.id)
  assertInvoiceStays(table, document, Object.fromEntries(Object.entries(op.changes).map(([name, { to }]) => [name, to])))
  const sent = dropIgnoredKeys(table, context.shopId, op.changes, ({ to }) => to)
  const changes = dropHeldCount(table, document, sent, ({ to }) => to)
  await mergeAndWrite(context, table, document, changes, op.serverValues)
}

/** Updates a row for an author who counts as having seen the current values. */
export async function applySet(context: WriteContext, table: Table, op: SetValuesOp): Promise<void> {
  const document = await findForUpdate(context, table, op.id)
  assertInvoiceStays(table, document, op.values)
  const sent = dropIgnoredKeys(table, context.shopId, op.values, (value) => value)
  const values = dropHeldCount(table, document, sent, (value) => value)
  const changes = Object.fromEntries(Object.entries(values).map(([name, to]) => [name, { from: readJson(document, name), to }]))
  await mergeAndWrite(context, table, document, changes, op.serverValues)
}

/** A number sent without a country code uses the row's. */
const onlyCodes = (document: LivingDocument) => ({ countryCode: document['countryCode'], alternateCountryCode: document['alternateCountryCode'] })

async function findForUpdate(context: WriteContext, table: Table, id: string): Promise<LivingDocument> {
  assertMay(context, 'update', table)
  const { row, document } = await findOwnRow(context, table, id)
  if (row.deleted === 1) {
    await assertNotMerged(context, table, id)
    throw new AppError('DELETED', `${nounOf(table)} was deleted in the meantime`)
  }
  if (document['erasedAt'] !== undefined && document['erasedAt'] !== null) throw new AppError('DELETED', erasedMessage)
  return document
}

/** Names who took over a merged customer, so that the change can be applied there instead of parting the merge. */
async function assertNotMerged(context: WriteContext, table: Table, id: string): Promise<void> {
  if (table.name !== 'customers') return
  const successor = await findSuccessor(context, id)
  if (successor === id) return
  const { row, document } = await findOwnRow(context, table, successor)
  if (row.deleted === 1) return
  const name = String(document['name'])
  throw new AppError('DELETED', `Customer was merged into '${name}' in the meantime`, { issues: [toMergedIssue({ id: successor, name })] })
}

async function mergeAndWrite(
  context: WriteContext,
  table: Table,
  document: LivingDocument,
  seen: Readonly<Record<string, SeenChange>>,
  serverValues: ServerValues,
): Promise<void> {
  const typed = parseInput(table.updateShape, Object.fromEntries(Object.entries(seen).map(([name, { to }]) => [name, to])))
  const next = await followMerged(context, table, await readTypedMoney(context, table, typed))
  const normalize = (name: string, value: Json): Json => normalizeSeen(table.fieldByName.get(name)?.field, value, null)
  if (table.name === 'messages') assertMessageChange(document, next)
  if (table.name === 'stock_counts') assertCountOpen(document)
  if (table.name === 'estimates') await assertEstimateChange(context, document, { seen, next, normalize })
  const changes: Change[] = []
  for (const [name, value] of Object.entries(withoutFixed(table, document, next)))
    changes.push(...(await toChange(context, table, document, name, await followMergedChange(context, table, name, seen[name]?.from ?? null), value as Json)))
  const wanted = [...changes, ...serverChanges(table, document, serverValues)]
  const yielded = changes.filter(({ isYielded }) => isYielded === true).map(({ name }) => name)
  const followUps = findFollowUps(table.name, {
    before: document,
    after: { ...document, ...toAfter(wanted) },
    written: Object.keys(next),
    yielded,
    at: context.mutationAt,
    pricing:
      table.name === 'estimates' ? await readEstimatePricing(context, document['orderId'], readEstimateLines(next['lines'] ?? document['lines'])) : undefined,
  })
  // Drops a passcode that arrives at a finished order.
  const ownChanges = wanted.filter(({ name }) => !(name in followUps))
  if (ownChanges.length === 0) return
  assertNotFixed(
    table,
    document,
    changes.map(({ name }) => name),
  )
  if (table.name === 'till_days')
    assertTillChange(
      context,
      document,
      ownChanges.map(({ name }) => name),
    )
  if (table.name === 'payments') {
    await assertPaymentMayChange(context, document)
    await placeInTill({ ...context, caller: { ...context.caller, origin: 'rest' } }, { tillDayId: next['tillDayId'] })
  }
  const passed = await findPassedStatus(context, table, document, ownChanges)
  const effects = serverChanges(table, document, { ...confirmTyped(context, table, document, ownChanges), ...followUps, ...passed?.values })
  await assertErasedStaysErased(context, table, document, changes, seen)
  for (const { name, after, isYielded, yielded } of ownChanges) {
    // The server may name what was deleted since, such as the customer of a document.
    const mayBeDeleted = serverValues !== undefined && name in serverValues
    const field = table.fieldByName.get(name)
    if (field) await assertReference(context, field, isYielded === true ? yielded : after, mayBeDeleted)
  }
  const changed = [...ownChanges, ...effects].filter(({ before, after }) => !jsonEquals(before as Json, after as Json))
  if (changed.length > 0) await writeChanges(context, table, document, changed)
  if (passed !== undefined) await writePassedStatus(context, document.id, passed)
  if (isArrival(ownChanges.map(({ name }) => name))) return
  if (table.name === 'invoices' && ownChanges.some(({ name }) => name === 'issuedAt')) return noteIssue(context, table, { ...document, ...toAfter(ownChanges) })
  const texts: ActivityEntry[] = []
  for (const change of ownChanges) texts.push(await toChangeEntry(context, table, change))
  const subject = await readSubject(context, table, document.id, document)
  await writeActivity(context, tell('changed', { subject: subject.entry, changes: texts }), subject)
  for (const change of ownChanges) if (change.isReplaced || change.isYielded === true) await notifyConflict(context, table, document, change)
  if (table.name === 'customers') await keepLostPhones(context, document, ownChanges, applySet)
  if (table.name === 'messages') await notifyReaddressed(context, document, ownChanges)
  if (table.name === 'estimates' && ownChanges.some(({ name }) => name === 'state'))
    await followApproval(
      context,
      { ...document, ...toAfter(ownChanges), ...followUps },
      {
        create: (collection, id, values) => applyCreate(context, tableOf(collection), { id, values }),
        set: (collection, id, values) => applySet(context, tableOf(collection), { id, values }),
      },
    )
}

async function noteIssue(context: WriteContext, table: Table, issued: LivingDocument): Promise<void> {
  const subject = await readSubject(context, table, issued.id, issued)
  await writeActivity(context, tell('issued', { subject: subject.entry }), subject)
}

/** A fixed field may only be sent back unchanged. */
function withoutFixed(table: Table, document: LivingDocument, next: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(next).filter(([name, value]) => {
    const message = table.fieldByName.get(name)?.field.fixed
    if (message !== undefined && !jsonEquals(value as Json, readJson(document, name))) throw issuesToError([{ path: name, message }])
    return message === undefined
  })
  return Object.fromEntries(kept)
}

const toAfter = (changes: readonly Change[]): Record<string, unknown> => Object.fromEntries(changes.map(({ name, after }) => [name, after]))

/** Refuses texts based on content from before the customer was erased: they could bring it back. */
async function assertErasedStaysErased(
  context: WriteContext,
  table: Table,
  document: LivingDocument,
  changes: readonly Change[],
  seen: Readonly<Record<string, SeenChange>>,
): Promise<void> {
  const isTypedUponOther = changes.some(({ name, field, before }) => isFreeText(field) && !jsonEquals(seen[name]?.from ?? null, before as Json))
  if (!isTypedUponOther) return
  const orderId = table.name === 'orders' ? document.id : document['orderId']
  if (typeof orderId !== 'string') return
  const customerId = (await context.memory.find(tableOf('orders'), orderId))?.['customerId']
  const erasedAt = typeof customerId === 'string' ? (await context.memory.find(tableOf('customers'), customerId))?.['erasedAt'] : undefined
  if (typeof erasedAt === 'string' && context.mutationAt <= erasedAt) throw new AppError('DELETED', erasedMessage)
}

async function writeChanges(context: WriteContext, table: Table, document: LivingDocument, changes: readonly Change[]): Promise<void> {
  const known = changes.filter(({ field }) => !field.secret)
  const after: LivingDocument = { ...document, ...Object.fromEntries(known.map(({ name, field, after: value }) => [name, toWireValue(field, value)])) }
  await assertCollectionRules(context, table, document.id, after)
  for (const name of findHeldAgain(table.collection.fields, document, after)) {
    const field = table.fieldByName.get(name)
    if (field) await assertReference(context, field, after[name])
  }
  const newStatusId = table.name === 'orders' ? changes.find(({ name }) => name === 'orderStatusId')?.after : undefined
  const values: Record<string, SqlValue> = {}
  for (const { column, field, after: value } of changes) values[column] = valueToSql(field, value)
  after.updatedAt = context.mutationAt
  after.seq = await nextSeq(context, table.name)
  const statusAt = await toStatusTime(
    context,
    table,
    document.id,
    changes.find(({ name }) => table.name === 'orders' && name === 'orderStatusId'),
  )
  if (newStatusId !== undefined) {
    after['statusChangedAt'] = statusAt
    after['fixedAt'] = toFixedAt({ orderStatusId: document['orderStatusId'], fixedAt: document['fixedAt'] }, newStatusId, statusAt)
    Object.assign(values, { status_changed_at: after['statusChangedAt'], fixed_at: after['fixedAt'] })
  }
  Object.assign(values, toMovedKeys(table, document, after))
  context.memory.update(table, document.id, { ...values, updated_at: context.mutationAt, seq: after.seq })
  recordAuthor(
    context,
    table.name,
    document.id,
    after.seq,
    changes.map(({ name }) => name),
  )
  context.written.push({ collection: table.name, id: document.id, document: after, seq: after.seq })
  noteEvent(context, table.name, document.id, after.seq, { kind: 'updated', before: document, after })
  await noteCounted(context, table, document.id, after.seq, document['inventoryCount'], after['inventoryCount'])
  await moveStock(context, table, document, after)
  for (const { name, field } of changes) if (field.merge === 'set' && field.writer !== 'server') recordFieldSet(context, table, document.id, name)
  if (typeof newStatusId === 'string') writeStatusHistory(context, document.id, newStatusId, after.seq, statusAt)
}

/** Only the list keys that changed, to avoid needless index writes. */
function toMovedKeys(table: Table, before: LivingDocument, after: LivingDocument): Record<string, SqlValue> {
  const known = table.toListKeys(before)
  return Object.fromEntries(Object.entries(table.toListKeys(after)).filter(([column, key]) => key !== known[column]))
}

/** Stands in for the editable `createdAt` of payments and costs, which collections do not declare. */
const createdAtField = { label: 'Date', kind: 'instant', merge: 'set', reference: undefined, secret: false } as Field

async function toChange(context: WriteContext, table: Table, document: LivingDocument, name: string, from: Json, next: Json): Promise<Change[]> {
  const declared = table.fieldByName.get(name)
  const field = declared?.field ?? createdAtField
  const before = readStored(document, name, field)
  const input = { base: normalizeSeen(field, from, before), current: before, next }
  let merged = merge(field, name, input)
  let mutation: FieldMutation | undefined
  if (merged.outcome === 'replaced' && field.merge === 'set') {
    mutation = await readFieldMutation(context, table, document.id, name)
    // A time in the future comes from a wrong clock; then the order of arrival decides.
    const currentAt = mutation !== undefined && mutation.at <= context.receivedAt ? mutation.at : undefined
    merged = merge(field, name, { ...input, currentAt, nextAt: context.mutationAt })
  }
  if (merged.outcome === 'unchanged') {
    if (field.merge === 'set' && !jsonEquals(input.base, next)) await recordFieldAgreed(context, table, document.id, name)
    return []
  }
  const isYielded = merged.outcome === 'yielded'
  const hitFloor = merged.outcome === 'floor'
  const isReplaced = merged.outcome === 'replaced'
  return [
    {
      name,
      column: declared?.column ?? 'created_at',
      field,
      before,
      after: merged.value,
      isReplaced,
      replaced: merged.replaced,
      hitFloor,
      mutation,
      isYielded,
      ...(isYielded && { yielded: next }),
    },
  ]
}

function merge(field: Field, name: string, input: MergeInput): MergeResult {
  const refuse = (message: string) => issuesToError([{ path: name, message }])
  let merged: MergeResult
  try {
    merged = mergeField(field.merge, input)
  } catch (error) {
    if (error instanceof TypeError) throw refuse(`${field.label} is not valid`)
    throw error
  }
  // A sum is limited at its floor by the merge; a count that order lines took below 0 may stay there.
  const isBelowZero = field.merge === 'sum' && Number(merged.value) < 0
  if (merged.outcome !== 'merged' || isBelowZero) return merged
  const checked = field.schema.safeParse(merged.value)
  if (!checked.success) throw refuse(checked.error.issues[0]?.message ?? `${field.label} is not valid`)
  return merged
}

/** The value that the author saw, normalized to its stored form (a date's offset, an amount as text). */
function normalizeSeen(field: Field | undefined, from: Json, current: Json): Json {
  if (jsonEquals(from, current) || field?.schema === undefined) return from
  const parsed = field.schema.safeParse(from)
  return parsed.success ? ((parsed.data ?? null) as Json) : from
}

function serverChanges(table: Table, document: LivingDocument, serverValues: ServerValues): Change[] {
  return Object.entries(serverValues ?? {}).flatMap(([name, after]) => {
    const declared = table.fieldByName.get(name)
    if (!declared) throw new TypeError(`${table.name} has no field ${name}`)
    const before = readJson(document, name)
    if (!declared.field.secret && jsonEquals(before, after)) return []
    return [
      { name, column: declared.column, field: declared.field, before: declared.field.secret ? undefined : before, after, isReplaced: false, hitFloor: false },
    ]
  })
}

type StatusChange = { name: string; isReplaced: boolean; mutation?: FieldMutation | undefined }

/**
 * Time of a new status in the history. Never before the last entry where it replaces one, so that the history ends with
 * the row's status.
 */
async function toStatusTime(context: WriteContext, table: Table, orderId: string, change: StatusChange | undefined): Promise<string> {
  const { mutationAt } = context
  if (change === undefined) return mutationAt
  const mutation = change.mutation ?? (await readFieldMutation(context, table, orderId, change.name))
  if (!change.isReplaced && (mutation === undefined || mutation.isCreation)) return mutationAt
  const lastAt = (await readLastStatusTime(context, orderId)) ?? mutationAt
  // Changes of one user on two devices keep their own times.
  if (!change.isReplaced && mutation !== undefined && mutation.at >= lastAt && mutation.userId === context.caller.userId) return mutationAt
  return lastAt > mutationAt ? lastAt : mutationAt
}

/** A status that lost to a later one. `values`: what the order keeps of it. */
type PassedStatus = { statusId: string; at: string; values: { fixedAt?: string } }

/** Finds the status that lost the merge: it enters the history before the one that stays. */
async function findPassedStatus(
  context: WriteContext,
  table: Table,
  document: LivingDocument,
  changes: readonly { name: string; yielded?: unknown }[],
): Promise<PassedStatus | undefined> {
  const statusId = changes.find(({ name }) => table.name === 'orders' && name === 'orderStatusId')?.yielded
  if (typeof statusId !== 'string') return undefined
  const lastAt = await readLastStatusTime(context, document.id)
  const latest = lastAt === undefined ? context.mutationAt : new Date(Date.parse(lastAt) - 1).toISOString()
  const at = context.mutationAt < latest ? context.mutationAt : latest
  // The repair was Fixed before pick-up, though that change arrives later.
  const isFixedBefore = statusId === orderStatusIdByName.Fixed && isFinishedStatus(String(document['orderStatusId'])) && typeof document['fixedAt'] !== 'string'
  return { statusId, at, values: isFixedBefore ? { fixedAt: at } : {} }
}

async function writePassedStatus(context: WriteContext, orderId: string, { statusId, at }: PassedStatus): Promise<void> {
  writeStatusHistory(context, orderId, statusId, await context.seqs.last(context.shopId), at)
}
