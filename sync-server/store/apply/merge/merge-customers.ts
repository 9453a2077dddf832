import type { Dependant } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import { erasedMessage } from '#schema/rules/customers/erase.ts'
import { toDynamicDb, type SqlValue } from '../../../db/database.ts'
import { shorten } from '../activity-text.ts'
import { assertMay, findOwnRow, nextSeq, type WriteContext } from '../../context.ts'
import { recordAuthor } from '../../deletions/row-authors.ts'
import { recordFieldSet } from '../field-changes.ts'
import { noteEvent } from '../../told/note-event.ts'
import { issuesToError } from '../parse-values.ts'
import { writeActivity } from '../side-effects.ts'
import { columnOf, tableOf, type StoredRow, type Table } from '../../table.ts'
import { findPredecessors, findSuccessor, readMergedInto } from './follow-merged.ts'
import { findLeftOut, mergeExemption, type Reachable } from '#schema/rules/customers/plan-merge.ts'
import { defaultProfile, type ShopProfile } from '#schema/rules/shop/profile.ts'
import { tell } from '#schema/rules/text/activity-entry.ts'
import { rowToContent, type LivingDocument } from '../../rows.ts'
import { applySet } from '../apply-update.ts'

/** Adds to the remaining customer's notes what the merge would lose: values that arrived after the merge was planned on a device. */
async function keepLeftOut(context: WriteContext, loser: StoredRow, winner: StoredRow): Promise<void> {
  const table = tableOf('customers')
  const [goes, stays] = [loser, winner].map((row) => toReachable(rowToContent(table, row)))
  if (goes === undefined || stays === undefined) return
  const left = findLeftOut({ stays, goes }, await readOwnCode(context))
  // `StoredRow` has flags as 0 or 1.
  const noMessages = loser['noMessages'] === 1 && winner['noMessages'] !== 1
  const exemption = mergeExemption(toExemption(winner), toExemption(loser))
  const isExempt = exemption.taxExempt && winner['taxExempt'] !== 1
  if (left.length === 0 && !noMessages && !isExempt) return
  const customerNotes = [...(stays.customerNotes === null ? [] : [stays.customerNotes]), ...left].join('\n')
  await applySet(context, table, {
    id: winner.id,
    values: { ...(left.length > 0 && { customerNotes }), ...(noMessages && { noMessages }), ...(isExempt && exemption) },
  })
}

const toExemption = (row: StoredRow) => ({ taxExempt: row['taxExempt'] === 1, taxExemptReason: toText(row['taxExemptReason']) })

const toReachable = (customer: LivingDocument): Reachable => ({
  countryCode: toText(customer['countryCode']),
  phone: toText(customer['phone']),
  phoneUnconfirmed: customer['phoneUnconfirmed'] === true,
  alternateCountryCode: toText(customer['alternateCountryCode']),
  alternatePhone: toText(customer['alternatePhone']),
  alternatePhoneUnconfirmed: customer['alternatePhoneUnconfirmed'] === true,
  email: toText(customer['email']),
  emailUnconfirmed: customer['emailUnconfirmed'] === true,
  customerNotes: toText(customer['customerNotes']),
  company: toText(customer['company']),
  street: toText(customer['street']),
  postalCode: toText(customer['postalCode']),
  city: toText(customer['city']),
  region: toText(customer['region']),
  country: toText(customer['country']),
  taxId: toText(customer['taxId']),
  language: toText(customer['language']),
})

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Default country code of numbers without one. */
async function readOwnCode({ memory, shopId }: WriteContext): Promise<string> {
  const row = await memory.apart((trx) => trx.selectFrom('shop_profiles').select('fields').where('shop_id', '=', shopId).executeTakeFirst())
  return (JSON.parse(row?.fields ?? '{}') as Partial<ShopProfile>).countryCode ?? defaultProfile('').countryCode
}

export const goneWinnerMessage = 'The customer to merge into was deleted in the meantime'
export const sameCustomerMessage = 'A customer cannot be merged into itself'
export const mergedElsewhereMessage = 'Customer was deleted or merged in the meantime'

/**
 * Moves all dependants of the customer to the remaining one, including rows the author had not seen, so that the
 * following deletion is not refused and takes nothing along. Deleted rows move too: when restored, they need a living
 * customer.
 * @throws AppError INVALID_REFERENCE, DELETED
 */
export async function giveToSuccessor(context: WriteContext, loser: StoredRow, into: string): Promise<void> {
  const table = tableOf('customers')
  assertMay(context, 'update', table)
  if (typeof loser['erasedAt'] === 'string') throw new AppError('DELETED', erasedMessage)
  const successor = await findSuccessor(context, into)
  if (successor === loser.id) throw issuesToError([{ path: 'into', message: sameCustomerMessage }])
  const winner = await context.memory.find(table, successor)
  if (winner === undefined || winner.shopId !== context.shopId || winner.deleted === 1 || typeof winner['erasedAt'] === 'string')
    throw new AppError('INVALID_REFERENCE', goneWinnerMessage, { issues: [{ path: 'into', message: goneWinnerMessage }] })
  const ofLoser = await findPredecessors(context, loser.id)
  for (const dependant of movedDependants(table)) {
    for (const { id, mergedFrom } of await findMoving(context, dependant, loser.id)) {
      // Keep the origin of an earlier merge, so that undoing that one finds the row.
      const keepsOrigin = mergedFrom !== null && ofLoser.has(mergedFrom)
      await moveRow(context, dependant, id, successor, keepsOrigin ? mergedFrom : loser.id)
    }
  }
  await keepLeftOut(context, loser, winner)
  context.memory.update(table, loser.id, { merged_into: successor })
  await writeActivity(context, tell('merged', { goes: shorten(String(loser['name'])), stays: shorten(String(winner['name'])) }), {
    orderId: null,
    customerId: successor,
  })
}

/**
 * Merging again into the same customer has no effect.
 * @throws AppError DELETED when the customer was deleted or merged elsewhere, as its phone numbers may be lost
 */
export async function assertSameMerge(context: WriteContext, loser: StoredRow, into: string): Promise<void> {
  const known = await readMergedInto(context, loser.id)
  if (known === null || (await findSuccessor(context, known)) !== (await findSuccessor(context, into))) throw new AppError('DELETED', mergedElsewhereMessage)
}

/** Moves back the rows that the merge moved, if they are still with the successor and no shared device or order keeps them there. */
export async function takeBackMerged(context: WriteContext, restored: StoredRow): Promise<void> {
  const table = tableOf('customers')
  const into = await readMergedInto(context, restored.id)
  if (into === null) return
  const successor = await findSuccessor(context, into)
  const own = new Set([restored.id, ...(await findPredecessors(context, restored.id))])
  context.memory.update(table, restored.id, { merged_into: null })
  const staying = await findSharedDevices(context, successor, own)
  for (const dependant of movedDependants(table)) {
    for (const { id, mergedFrom } of await findMoving(context, dependant, successor)) {
      if (mergedFrom === null || !own.has(mergedFrom) || staying.has(id)) continue
      await moveRow(context, dependant, id, restored.id, mergedFrom === restored.id ? null : mergedFrom)
    }
  }
}

/** References that may outlive the customer do not move. */
const movedDependants = ({ dependants }: Table): Dependant[] => dependants.filter(({ onParentDelete }) => onParentDelete !== 'keep')

type Moving = { id: string; mergedFrom: string | null }

async function findMoving({ trx }: WriteContext, { collection, field }: Dependant, customerId: string): Promise<Moving[]> {
  const rows = await toDynamicDb(trx)
    .selectFrom(collection as string)
    .select(['id', 'merged_from'])
    .where(columnOf(tableOf(collection), field), '=', customerId)
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({ id: String(row['id']), mergedFrom: typeof row['merged_from'] === 'string' ? row['merged_from'] : null }))
}

/** Skips the rules of single changes: a device and its orders move together, so each stays consistent. */
async function moveRow(context: WriteContext, { collection, field }: Dependant, id: string, customerId: string, mergedFrom: string | null): Promise<void> {
  const table = tableOf(collection)
  const { row } = await findOwnRow(context, table, id)
  const values: Record<string, SqlValue> = { [columnOf(table, field)]: customerId, merged_from: mergedFrom }
  if (row.deleted === 1) return context.memory.update(table, id, values)
  const seq = await nextSeq(context, collection)
  context.memory.update(table, id, { ...values, updated_at: context.mutationAt, seq })
  noteEvent(context, collection, id, seq, { kind: 'updated', before: row, after: row })
  recordAuthor(context, collection, id, seq, [field])
  recordFieldSet(context, table, id, field)
  context.written.push({ collection, id, seq })
}

/**
 * Ids of devices and orders that stay with the customer, because an order and its device must have the same customer
 * and one of the two stays. `own`: the restored customer and its predecessors.
 */
async function findSharedDevices({ trx }: WriteContext, customerId: string, own: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const devices = await trx.selectFrom('assets').select(['id', 'merged_from']).where('customer_id', '=', customerId).execute()
  const orders = await trx
    .selectFrom('orders')
    .select(['id', 'asset_id', 'merged_from'])
    .where('customer_id', '=', customerId)
    .where('asset_id', 'is not', null)
    .execute()
  const goes = ({ merged_from: from }: { merged_from: string | null }): boolean => from !== null && own.has(from)
  const staying = new Set([
    ...devices.filter((device) => !goes(device)).map(({ id }) => id),
    ...orders.flatMap((order) => (goes(order) ? [] : [order.asset_id])),
  ])
  return new Set([...devices.flatMap(({ id }) => (staying.has(id) ? [id] : [])), ...orders.flatMap((order) => (staying.has(order.asset_id) ? [order.id] : []))])
}
