import type { CollectionName } from '#schema/collections/index.ts'
import type { Customer } from '#schema/collections/work/customers.ts'
import type { Field } from '#schema/field.ts'
import { AppError } from '#schema/errors.ts'
import { erasedMessage, erasedName, eraseFromText, isTypedName, type Traces, typeTheNameMessage } from '#schema/rules/customers/erase.ts'
import { toDialledPhone } from '#schema/rules/customers/international-phone.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { type SqlValue, toDynamicDb } from '../../db/database.ts'
import { settleAll } from '../../db/settle-all.ts'
import { assertMay, findOwnRow, nextSeq, type WriteContext } from '../context.ts'
import { eraseEndedBuyers, readBuyersEnd } from '../invoices/erase-buyers.ts'
import { findPredecessors } from './merge/follow-merged.ts'
import { eraseFromLog, listPastNames } from './erase-log.ts'
import { noteEvent } from '../told/note-event.ts'
import { issuesToError } from './parse-values.ts'
import { eraseNotices } from '../notices/notices.ts'
import { blankOf, deleteContents, purgedMark } from '../deletions/purge-deleted.ts'
import { recordAuthor } from '../deletions/row-authors.ts'
import { writeActivity } from './side-effects.ts'
import { toTypedDocument } from '../rows.ts'
import { tableOf, type StoredRow } from '../table.ts'

/**
 * Erases a customer's identity permanently, here and, by the feed, on every device. Orders and money stay. `name` is
 * the typed confirmation.
 * @throws AppError NOT_FOUND, DELETED when already erased, VALIDATION for another name
 */
export async function applyErase(context: WriteContext, { id, name }: { id: string; name: string }): Promise<void> {
  const table = tableOf('customers')
  assertMay(context, 'delete', table)
  const { row, document } = await findOwnRow(context, table, id)
  const customer: Customer = toTypedDocument<'customers'>(document)
  if (customer.erasedAt !== null) throw new AppError('DELETED', erasedMessage)
  if (!isTypedName(name, customer.name)) throw issuesToError([{ path: 'name', message: typeTheNameMessage }])
  // Customers merged into this one are the same person.
  const predecessors = await settleAll([...(await findPredecessors(context, id))].map((mergedId) => findOwnRow(context, table, mergedId)))
  const merged = predecessors.filter((one) => one.document['erasedAt'] === null && one.row.deletedWith !== purgedMark)
  const customers = [customer, ...merged.map((one) => toTypedDocument<'customers'>(one.document))]
  const traces = joinTraces(await settleAll(customers.map((one) => readTraces(context, one))))
  await eraseNotices(context, await listRowsOf(context, id), (text) => eraseFromText(text, traces) !== text)
  for (const one of [row, ...merged.map((found) => found.row)]) await eraseRow(context, one)
  await eraseFromOrders(context, id, traces)
  await eraseEndedBuyers(context, await readBuyersEnd(context.trx, context.shopId, context.receivedAt), Number.MAX_SAFE_INTEGER)
  await eraseFiles(context, id)
  await eraseAssets(context, id)
  for (const one of customers) {
    await eraseFromLog(context, one.id, traces)
    await eraseRefusals(context, one.id, traces)
    await endPortalOf(context, one)
  }
  await writeActivity(context, tell('erased', { name: erasedName }), { orderId: null, customerId: id })
}

async function readTraces(context: WriteContext, customer: Customer): Promise<Traces> {
  const { id, name, countryCode, phone, alternateCountryCode, alternatePhone, email, company, street, taxId } = customer
  const numbers = [
    { countryCode, phone },
    { countryCode: alternateCountryCode, phone: alternatePhone },
  ]
  return {
    names: await listPastNames(context, id, name),
    phones: numbers.flatMap((number) => (number.phone === null ? [] : [{ ...number, phone: number.phone }])),
    emails: email === null ? [] : [email],
    words: [company, street, taxId].filter((text) => text !== null),
  }
}

const joinTraces = (all: readonly Traces[]): Traces => ({
  names: [...new Set(all.flatMap(({ names }) => names))],
  phones: all.flatMap(({ phones }) => phones),
  emails: all.flatMap(({ emails }) => emails),
  words: all.flatMap(({ words }) => words),
})

const erasedCustomer = {
  name: erasedName,
  country_code: null,
  phone: null,
  alternate_country_code: null,
  alternate_phone: null,
  email: null,
  company: null,
  street: null,
  postal_code: null,
  city: null,
  region: null,
  country: null,
  tax_id: null,
  language: null,
  customer_notes: null,
  // Whether tax is due stays, as prices may not change.
  tax_exempt_reason: null,
  has_access_code: 0,
  access_code_hash: null,
} satisfies Record<string, SqlValue>

/** Empties the customer's row; a deleted one stays deleted. */
async function eraseRow(context: WriteContext, row: StoredRow): Promise<void> {
  const { id } = row
  const keys = tableOf('customers').toListKeys({ ...row, name: erasedName })
  const values: Record<string, SqlValue> = { ...erasedCustomer, ...keys, erased_at: context.receivedAt }
  const seq = await nextSeq(context, 'customers')
  context.memory.update(tableOf('customers'), id, { ...values, updated_at: context.mutationAt, seq })
  noteEvent(context, 'customers', id, seq, { kind: 'erased' })
  recordAuthor(context, 'customers', id, seq, ['erasedAt'])
  context.written.push({ collection: 'customers', id })
}

const erasedAsset = { serial: null, imei: null, notes: null } satisfies Record<string, SqlValue>

/** Removes identifying values from the customer's devices, including deleted ones. The kind of device stays with its orders. */
async function eraseAssets(context: WriteContext, customerId: string): Promise<void> {
  const assets = await context.trx.selectFrom('assets').select('id').where('customer_id', '=', customerId).execute()
  for (const { id } of assets) await writeErased(context, 'assets', id, erasedAsset)
}

const ofOrders = ['tasks', 'payments', 'costs', 'order_lines', 'order_notes', 'test_results', 'estimates', 'invoices', 'messages'] as const

/** Ids of the customer, their orders and the rows of those orders. */
async function listRowsOf(context: WriteContext, customerId: string): Promise<string[]> {
  const orderIds = (await context.trx.selectFrom('orders').select('id').where('customer_id', '=', customerId).execute()).map(({ id }) => id)
  const ids = [customerId, ...orderIds]
  for (const collection of ofOrders) {
    const rows = await toDynamicDb(context.trx).selectFrom(collection).select('id').where('order_id', 'in', orderIds).execute()
    ids.push(...rows.map(({ id }) => String(id)))
  }
  const assets = await context.trx.selectFrom('assets').select('id').where('customer_id', '=', customerId).execute()
  return [...ids, ...assets.map(({ id }) => id)]
}

/** Replaces the customer's traces in orders and their rows, including deleted ones; other staff text stays. */
async function eraseFromOrders(context: WriteContext, customerId: string, traces: Traces): Promise<void> {
  const orders = await context.trx.selectFrom('orders').select('id').where('customer_id', '=', customerId).execute()
  for (const { id } of orders) {
    await eraseFromRow(context, 'orders', id, traces)
    for (const collection of ofOrders) {
      const rows = await toDynamicDb(context.trx).selectFrom(collection).select('id').where('order_id', '=', id).execute()
      for (const row of rows) await eraseFromRow(context, collection, String(row['id']), traces)
    }
  }
}

/** Deletes all files of the customer's orders, including deleted ones, because a picture, document or signature may show the customer. */
async function eraseFiles(context: WriteContext, customerId: string): Promise<void> {
  const table = tableOf('attachments')
  const files = await context.trx
    .selectFrom('attachments as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select('a.id')
    .where('o.customer_id', '=', customerId)
    .where((where) => where.or([where('a.deleted_with', 'is', null), where('a.deleted_with', '!=', purgedMark)]))
    .execute()
  for (const { id } of files) {
    const seq = await nextSeq(context, 'attachments')
    await context.memory.find(table, id)
    context.memory.update(table, id, { ...blankOf('attachments'), deleted: 1, updated_at: context.mutationAt, seq })
    context.written.push({ collection: 'attachments', id })
  }
  await deleteContents(
    context.trx,
    files.map(({ id }) => id),
  )
}

async function eraseFromRow(context: WriteContext, collection: 'orders' | (typeof ofOrders)[number], id: string, traces: Traces): Promise<void> {
  const table = tableOf(collection)
  const row = await context.memory.find(table, id)
  // An issued document keeps whom it was issued to, for the shop's years.
  if (collection === 'invoices' && row?.['state'] === 'issued') return
  const values: Record<string, SqlValue> = {}
  for (const { name, column, field } of table.fields.filter((one) => isFreeText(one.field))) {
    const text = row?.[name]
    if (typeof text !== 'string') continue
    const erased = eraseFromText(text, traces).slice(0, field.maxLength)
    if (erased !== text) values[column] = erased
  }
  if (collection === 'estimates') Object.assign(values, await eraseFromEstimate(context, id, row, traces))
  if (collection === 'orders') await context.trx.deleteFrom('order_links').where('order_id', '=', id).execute()
  if (collection === 'messages') Object.assign(values, await eraseFromMessage(context, id, row))
  // Erasing removes the customer's secrets as well.
  for (const { name, column, field } of table.fields) if (field.guarded === true && typeof row?.[name] === 'string') values[column] = null
  if (Object.keys(values).length > 0) await writeErased(context, collection, id, values)
}

/** The answer may contain any typed name. The offer stays without the customer's traces; the link ends. */
async function eraseFromEstimate({ trx }: WriteContext, id: string, row: StoredRow | undefined, traces: Traces): Promise<Record<string, SqlValue>> {
  await trx.deleteFrom('estimate_links').where('estimate_id', '=', id).execute()
  const stored = String(row?.['lines'] ?? '[]')
  const lines = JSON.stringify(readEstimateLines(stored).map((line) => ({ ...line, description: eraseFromText(line.description, traces) })))
  return {
    ...(lines !== stored && { lines }),
    ...(typeof row?.['decidedName'] === 'string' && { decided_name: erasedName }),
    ...(typeof row?.['consentNote'] === 'string' && { consent_note: null }),
  }
}

/** The recipient identifies the customer; a waiting message is not sent. */
async function eraseFromMessage({ trx }: WriteContext, id: string, row: StoredRow | undefined): Promise<Record<string, SqlValue>> {
  await trx.deleteFrom('message_jobs').where('message_id', '=', id).execute()
  return { ...(typeof row?.['to'] === 'string' && { to: null }), ...(row?.['state'] === 'waiting' && { state: 'cancelled' }) }
}

async function writeErased(context: WriteContext, collection: CollectionName, id: string, values: Record<string, SqlValue>): Promise<void> {
  const table = tableOf(collection)
  const seq = await nextSeq(context, collection)
  context.memory.update(table, id, { ...values, updated_at: context.mutationAt, seq })
  noteEvent(context, collection, id, seq, { kind: 'erased' })
  recordAuthor(
    context,
    collection,
    id,
    seq,
    table.fields.flatMap(({ name, column }) => (column in values ? [name] : [])),
  )
  context.written.push({ collection, id })
}

export const isFreeText = ({ kind, reference, secret, guarded, choices }: Field): boolean =>
  kind === 'text' && choices === undefined && reference === undefined && !secret && guarded !== true

/** Drops the content of refused mutations that name the customer; the refusals themselves stay. */
async function eraseRefusals(context: WriteContext, customerId: string, traces: Traces): Promise<void> {
  const refused = await context.trx
    .selectFrom('mutations')
    .select(['id', 'body', 'rows'])
    .where('outcome', '=', 'rejected')
    .where('shop_id', '=', context.shopId)
    .where('body', 'is not', null)
    .execute()
  for (const { id, body, rows } of refused) {
    const text = body ?? ''
    if (!text.includes(customerId) && !rows.includes(customerId) && eraseFromText(text, traces) === text) continue
    await context.trx.updateTable('mutations').set({ body: null }).where('id', '=', id).execute()
  }
}

async function endPortalOf(context: WriteContext, { id, countryCode, phone, alternateCountryCode, alternatePhone }: Customer): Promise<void> {
  await context.trx.deleteFrom('portal_sessions').where('customer_id', '=', id).execute()
  const phones = [toDialled(countryCode, phone), toDialled(alternateCountryCode, alternatePhone)].filter((number) => number !== null)
  if (phones.length > 0) await context.trx.deleteFrom('otps').where('shop_id', '=', context.shopId).where('phone', 'in', phones).execute()
}

/** As the portal stores numbers. */
const toDialled = (countryCode: string | null, phone: string | null): string | null => (phone === null ? null : toDialledPhone(countryCode ?? '', phone).phone)
