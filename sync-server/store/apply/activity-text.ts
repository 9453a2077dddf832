import type { Collection } from '#schema/collection.ts'
import { collectionByName, isCollectionName, type CollectionName } from '#schema/collections/index.ts'
import type { Field } from '#schema/field.ts'
import type { NoticeValue } from '#schema/rules/merge/notices.ts'
import { toDynamicDb, type SqlValue } from '../../db/database.ts'
import type { WriteContext } from '../context.ts'
import { nounOf } from '../context.ts'
import { seededTitle } from './seeded-titles.ts'
import type { About } from './side-effects.ts'
import { type MoneyFormat, readMoneySettings, textToMoneyFormat } from '../shop-money.ts'
import { tableOf, type Table } from '../table.ts'

const longestValue = 80

/** The subject of an activity: the row's title, and its order and customer. */
type Subject = About & { title: string }

/**
 * For example "Order 'iPhone 12' of Ann Lee" or "Payment '$30.00' for order 'iPhone 12' of Ann Lee". Describes the row
 * before the mutation.
 */
export async function readSubject(context: WriteContext, table: Table, id: string, document: Readonly<Record<string, unknown>>): Promise<Subject> {
  const title = `${nounOf(table, document)} ${quote(await rowToTitle(context, table, document))}`
  if (table.name === 'customers') return { title, orderId: null, customerId: id }
  if (table.name === 'orders') {
    const customerId = toId(document['customerId'])
    const customer = customerId === null ? undefined : await context.memory.find(tableOf('customers'), customerId)
    return { title: customer === undefined ? title : `${title} of ${shorten(String(customer['name']))}`, orderId: id, customerId }
  }
  if (table.name === 'assets') {
    const customerId = toId(document['customerId'])
    const customer = customerId === null ? undefined : await context.memory.find(tableOf('customers'), customerId)
    return { title: customer === undefined ? title : `${title} of ${shorten(String(customer['name']))}`, orderId: null, customerId }
  }
  const orderId = toId(document['orderId'])
  const order = orderId === null ? undefined : await context.memory.find(tableOf('orders'), orderId)
  const customerId = toId(order?.['customerId'])
  const customer = customerId === null ? undefined : await context.memory.find(tableOf('customers'), customerId)
  if (order === undefined || customer === undefined) return { title, orderId, customerId: null }
  return { title: `${title} for order ${quote(shorten(String(order['itemDetails'])))} of ${shorten(String(customer['name']))}`, orderId, customerId }
}

async function rowToTitle(context: WriteContext, { collection }: Table, document: Readonly<Record<string, unknown>>): Promise<string> {
  const { titleField, titleOf } = collection.audit
  if (titleOf !== undefined) return shorten(titleOf(document))
  const field = collection.fields[titleField]
  return field === undefined ? '' : valueToText(context, field, document[titleField])
}

const toId = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export type FieldChange = {
  field: Pick<Field, 'label' | 'kind' | 'merge' | 'reference' | 'secret' | 'guarded'>
  before: unknown
  after: unknown
  /** Another user's value that this change overwrote. */
  replaced?: unknown
  isReplaced: boolean
  hitFloor: boolean
  /** The value of this change, which lost to another user's later change. */
  isYielded?: boolean
  yielded?: unknown
}

/** For example "Status changed from 'Fixed' to 'Picked up'". Long texts and secrets appear by name only. */
export async function changeToText(context: WriteContext, change: FieldChange): Promise<string> {
  const { field, before, after } = change
  if (field.guarded === true || field.kind === 'json') return `${field.label} changed`
  if (field.secret || field.merge === 'text') return change.isReplaced ? `${field.label} changed (replaced text set meanwhile)` : `${field.label} changed`
  if (change.isYielded === true)
    return `${field.label} was not set to ${quote(await valueToText(context, field, change.yielded))} (${quote(await valueToText(context, field, before))} was set later)`
  const to = quote(await valueToText(context, field, after))
  if (change.isReplaced) return `${field.label} set to ${to} (replaced ${quote(await valueToText(context, field, change.replaced))} set meanwhile)`
  if (change.hitFloor)
    return `${field.label} changed from ${quote(await valueToText(context, field, before))} to ${to} (stopped at ${String(after)}, more was taken than was left)`
  if (before === null) return `${field.label} set to ${to}`
  const from = quote(await valueToText(context, field, before))
  return after === null ? `${field.label} ${from} removed` : `${field.label} changed from ${from} to ${to}`
}

/** Replaces a value that no text may reveal. */
const guardedText = '••••'

/** A value for a notice. Instants stay unformatted until they are displayed. */
export const valueToNotice = async (context: WriteContext, field: Pick<Field, 'kind' | 'reference' | 'guarded'>, value: unknown): Promise<NoticeValue> =>
  field.guarded === true
    ? { text: value === null ? '' : guardedText }
    : field.kind === 'instant' && typeof value === 'string'
      ? { instant: value }
      : { text: await valueToText(context, field, value) }

const quote = (text: string): string => `'${text}'`

async function valueToText(context: WriteContext, field: Pick<Field, 'kind' | 'reference'>, value: unknown): Promise<string> {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field.kind === 'money' && typeof value === 'number') return (await findMoneyFormat(context))(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return shorten(field.reference ? await referenceToText(context, field.reference.collection, value) : value)
}

/** The shop's money format, read once per batch. */
export const findMoneyFormat = async (context: WriteContext): Promise<MoneyFormat> => textToMoneyFormat(await findMoneySettings(context))

export async function findMoneySettings({ memory, shopId }: WriteContext): Promise<string> {
  const known = memory.moneySettings.get(shopId)
  if (known !== undefined) return known
  const text = await memory.apart((trx) => readMoneySettings(trx, shopId))
  memory.moneySettings.learn(shopId, text)
  return text
}

export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longestValue ? `${line.slice(0, longestValue - 1)}…` : line
}

const titleColumnByGlobal: Readonly<Record<string, string>> = {
  order_statuses: 'status_name',
  product_conditions: 'condition_name',
  product_types: 'type_name',
  product_colors: 'color_name',
  entities: 'entity_name',
}

/** The title of the referenced row, or its id. */
async function referenceToText(context: WriteContext, target: string, id: string): Promise<string> {
  const title = isCollectionName(target) ? await readTitle(context, target, id) : await readGlobalTitle(context, target, id)
  return title === null || title === undefined ? id : String(title)
}

async function readTitle({ memory }: WriteContext, target: CollectionName, id: string): Promise<SqlValue | undefined> {
  const row = await memory.find(tableOf(target), id)
  const { titleField, titleOf }: Collection['audit'] = collectionByName[target].audit
  return row !== undefined && titleOf !== undefined ? titleOf(row) : row?.[titleField]
}

async function readGlobalTitle({ memory }: WriteContext, target: string, id: string): Promise<string | undefined> {
  const column = titleColumnByGlobal[target]
  if (column === undefined) return undefined
  const key = `${target}/${id}`
  const known = seededTitle(target, id) ?? memory.titles.get(key)
  if (known !== undefined) return known
  const row = await memory.apart((trx) => toDynamicDb(trx).selectFrom(target).select(column).where('id', '=', id).executeTakeFirst())
  const title = row?.[column]
  if (typeof title === 'string') memory.titles.learn(key, title)
  return typeof title === 'string' ? title : undefined
}
