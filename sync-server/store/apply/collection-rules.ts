import { toTickId } from '#schema/rules/orders/tick-id.ts'
import { findOrderIssue } from '#schema/rules/orders/sale.ts'
import { foreignAssetMessage, keptAssetMessage } from '#schema/rules/orders/order-follow-ups.ts'
import { ownClaimMessage } from '#schema/rules/orders/warranty.ts'
import { AppError } from '#schema/errors.ts'
import { findPhoneIssues } from '#schema/rules/customers/phone-pairs.ts'
import { assertKeepable, attachmentsPerOrder, attachmentTexts, findFixedIssue } from '#schema/rules/files/attachments.ts'
import { findStockLineIssue } from '#schema/rules/inventory/stock-moves.ts'
import { findPurchaseLineIssue } from '#schema/rules/inventory/supply.ts'
import { findLineIssue } from '#schema/values/order-lines/line-issues.ts'
import { findTaxRateIssue } from '#schema/rules/taxes/tax-rate-issues.ts'
import type { WriteContext } from '../context.ts'
import { assertRefund } from '../payments/guard-payments.ts'
import { assertReturns } from '../stock/guard-returns.ts'
import { tableOf, type Table } from '../table.ts'
import { assertCategoryPlace } from './category-place.ts'
import { issuesToError } from './parse-values.ts'
import { rowToContent } from '../rows.ts'

/** Rules of single collections beyond those of their fields. `values`: the row after the write. */
export async function assertCollectionRules(context: WriteContext, table: Table, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  if (table.name === 'categories') await assertCategoryPlace(context, id, values['parentId'])
  if (table.name === 'suppliers') assertCountryCode(values)
  if (table.name === 'employees') await assertNameIsFree(context, id, values)
  if (table.name === 'orders') {
    assertOtherOrder(id, values)
    await assertOrder(context, table, id, values)
  }
  if (table.name === 'assets') await assertAssetStays(context, id, values)
  if (table.name === 'checklist_items') await assertItemIsNew(context, id, values)
  if (table.name === 'order_lines') await assertLine(context, id, values)
  if (table.name === 'purchase_lines') assertPurchaseLine(values)
  if (table.name === 'tax_rates') await assertTaxRate(context, table, id, values)
  if (table.name === 'payments') await assertRefund(context, id, values)
  if (table.name === 'attachments') await assertFileFits(context, id, values)
}

const assertOtherOrder = (id: string, { claimOf }: Readonly<Record<string, unknown>>): void => {
  if (claimOf === id) throw issuesToError([{ path: 'claimOf', message: ownClaimMessage }])
}

async function assertOrder(context: WriteContext, table: Table, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const issue = findOrderIssue(await context.memory.find(table, id), values)
  if (issue !== undefined) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
  await assertOwnAsset(context, values)
}

async function assertOwnAsset({ memory }: WriteContext, { assetId, customerId }: Readonly<Record<string, unknown>>): Promise<void> {
  if (typeof assetId !== 'string') return
  const asset = await memory.find(tableOf('assets'), assetId)
  if (asset === undefined || asset['customerId'] === customerId) return
  throw issuesToError([{ path: 'assetId', message: foreignAssetMessage }])
}

async function assertLine(context: WriteContext, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const issue = findLineIssue(values) ?? findStockLineIssue(values)
  if (issue !== undefined) throw issuesToError([issue])
  await assertReturns(context, id, values)
}

function assertPurchaseLine(values: Readonly<Record<string, unknown>>): void {
  const issue = findPurchaseLineIssue(values)
  if (issue !== undefined) throw issuesToError([issue])
}

async function assertTaxRate({ memory }: WriteContext, table: Table, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const stored = await memory.find(table, id)
  const issue = findTaxRateIssue(stored && rowToContent(table, stored), values)
  if (issue !== undefined) throw new AppError(issue.code, issue.message, { issues: [{ path: issue.path, message: issue.message }] })
}

/** A device that any order references, even a deleted one, must keep its customer. */
async function assertAssetStays(context: WriteContext, id: string, { customerId }: Readonly<Record<string, unknown>>): Promise<void> {
  const known = await context.memory.find(tableOf('assets'), id)
  if (known === undefined || known['customerId'] === customerId) return
  const order = await context.trx.selectFrom('orders').select('id').where('asset_id', '=', id).limit(1).executeTakeFirst()
  if (order !== undefined) throw issuesToError([{ path: 'customerId', message: keptAssetMessage }])
}

export function assertTickId(id: string, values: Readonly<Record<string, unknown>>): void {
  const { orderId, dropoffChecklistId } = values
  if (toTickId(String(orderId), String(dropoffChecklistId)) === id) return
  const message = 'The id does not belong to this order and checklist item'
  throw new AppError('VALIDATION', message, { issues: [{ path: 'id', message }] })
}

function assertCountryCode({ countryCode, phone }: Readonly<Record<string, unknown>>): void {
  const [issue] = findPhoneIssues({ countryCode: toText(countryCode), phone: toText(phone) })
  if (issue !== undefined) throw new AppError('VALIDATION', issue.message, { issues: [issue] })
}

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Numbers and addresses typed by staff count as confirmed. */
export function confirmTyped(
  context: WriteContext,
  table: Table,
  before: Readonly<Record<string, unknown>>,
  changes: readonly { name: string; after: unknown }[],
): Record<string, boolean> {
  if (table.name !== 'customers' || context.caller.origin === 'portal') return {}
  const changed = new Set(changes.filter(({ name, after }) => after !== before[name]).map(({ name }) => name))
  return {
    ...((changed.has('phone') || changed.has('countryCode')) && { phoneUnconfirmed: false }),
    ...((changed.has('alternatePhone') || changed.has('alternateCountryCode')) && { alternatePhoneUnconfirmed: false }),
    ...(changed.has('email') && { emailUnconfirmed: false }),
  }
}

/** Equal items could not be distinguished when ticking. */
async function assertItemIsNew(context: WriteContext, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const items = await context.trx.selectFrom('checklist_items').select(['id', 'name']).where('shop_id', '=', context.shopId).where('deleted', '=', 0).execute()
  const name = String(values['name']).toLowerCase()
  if (!items.some((item) => item.id !== id && item.name.toLowerCase() === name)) return
  const message = 'This item is already on the checklist'
  throw new AppError('UNIQUE_CONSTRAINT_VIOLATION', message, { issues: [{ path: 'name', message }] })
}

/** Checked here, so that it holds when two devices add the last file at once. */
async function assertFileFits(context: WriteContext, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  assertKeepable({ kind: String(values['kind']), mimeType: String(values['mimeType']), byteSize: Number(values['byteSize']) })
  const others = await context.trx
    .selectFrom('attachments')
    .select('id')
    .where('order_id', '=', String(values['orderId']))
    .where('deleted', '=', 0)
    .where('id', '!=', id)
    .limit(attachmentsPerOrder)
    .execute()
  if (others.length >= attachmentsPerOrder) throw new AppError('PAYLOAD_TOO_LARGE', attachmentTexts.full)
}

/** Refuses changes of fixed fields. `names`: the fields to change. */
export function assertNotFixed(table: Table, before: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  if (table.name !== 'attachments') return
  const issue = findFixedIssue(before['kind'], names)
  if (issue !== undefined) throw new AppError('VALIDATION', issue.message, { issues: [issue] })
}

/** Employee names are unique within an entity. */
async function assertNameIsFree(context: WriteContext, id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const taken = await context.trx
    .selectFrom('employees')
    .select('id')
    .where('entity_id', '=', String(values['entityId']))
    .where('name', '=', String(values['name']))
    .where('deleted', '=', 0)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (!taken) return
  const message = 'An employee with this name already exists in this entity'
  throw new AppError('UNIQUE_CONSTRAINT_VIOLATION', message, { issues: [{ path: 'name', message }] })
}
