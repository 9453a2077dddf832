import { collectionByName, isCollectionName } from '#schema/collections/index.ts'
import { formatMoney } from '#schema/values/money.ts'
import type { Field } from '#schema/field.ts'
import type { NoticeValue } from '#schema/rules/merge/notices.ts'
import { toDynamicDb } from '../../db/database.ts'
import { defineStatement } from '../../db/statement.ts'
import { fieldToColumn } from '#schema/collection.ts'
import type { WriteContext } from '../context.ts'
import { nounOf } from '../context.ts'
import type { About } from './side-effects.ts'
import type { Table } from '../table.ts'

const longestValue = 80

/** The subject of an activity: the row's title, and the order and customer that it leads to. */
export type Subject = About & { title: string }

/** "Order 'iPhone 12' of Ann Lee", "Payment '$30.00' for order 'iPhone 12' of Ann Lee". The row as it was before the mutation. */
export async function readSubject(context: WriteContext, table: Table, id: string, document: Readonly<Record<string, unknown>>): Promise<Subject> {
  const { titleField } = table.collection.audit
  const field = table.collection.fields[titleField]
  const title = `${nounOf(table)} ${quote(field === undefined ? '' : await valueToText(context, field, document[titleField]))}`
  if (table.name === 'customers') return { title, orderId: null, customerId: id }
  if (table.name === 'orders') {
    const customerId = toId(document['customerId'])
    const [customer] = customerId === null ? [] : await findCustomerName(context.trx, { id: customerId })
    return { title: customer === undefined ? title : `${title} of ${shorten(customer.name)}`, orderId: id, customerId }
  }
  const orderId = toId(document['orderId'])
  const [order] = orderId === null ? [] : await findOrderNames(context.trx, { id: orderId })
  if (order === undefined) return { title, orderId, customerId: null }
  return { title: `${title} for order ${quote(shorten(order.itemDetails))} of ${shorten(order.name)}`, orderId, customerId: order.customerId }
}

const toId = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const findCustomerName = defineStatement<{ name: string }>((db, argument) => db.selectFrom('customers').select('name').where('id', '=', argument('id')))

const findOrderNames = defineStatement<{ itemDetails: string; customerId: string; name: string }>((db, argument) =>
  db
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['orders.item_details as itemDetails', 'orders.customer_id as customerId', 'customers.name as name'])
    .where('orders.id', '=', argument('id')),
)

export type FieldChange = {
  field: Pick<Field, 'label' | 'kind' | 'merge' | 'reference' | 'secret'>
  before: unknown
  after: unknown
  /** Somebody else's value that this change overwrote. */
  replaced?: unknown
  isReplaced: boolean
  hitFloor: boolean
  /** The value that this change wanted; a later change of somebody else holds instead. */
  isYielded?: boolean
  yielded?: unknown
}

/** "Status changed from 'Fixed' to 'Picked up'"; long texts and secrets by their name only (AMB-113). */
export async function changeToText(context: WriteContext, change: FieldChange): Promise<string> {
  const { field, before, after } = change
  if (field.secret || field.merge === 'text') return change.isReplaced ? `${field.label} changed (replaced text set meanwhile)` : `${field.label} changed`
  if (change.isYielded === true)
    return `${field.label} was not set to ${quote(await valueToText(context, field, change.yielded))} (${quote(await valueToText(context, field, before))} was set later)`
  const to = quote(await valueToText(context, field, after))
  if (change.isReplaced) return `${field.label} set to ${to} (replaced ${quote(await valueToText(context, field, change.replaced))} set meanwhile)`
  if (change.hitFloor)
    return `${field.label} changed from ${quote(await valueToText(context, field, before))} to ${to} (stopped at 0, more was taken than was left)`
  if (before === null) return `${field.label} set to ${to}`
  const from = quote(await valueToText(context, field, before))
  return after === null ? `${field.label} ${from} removed` : `${field.label} changed from ${from} to ${to}`
}

/** A value for a notice; instants are formatted where they are read. */
export const valueToNotice = async (context: WriteContext, field: Pick<Field, 'kind' | 'reference'>, value: unknown): Promise<NoticeValue> =>
  field.kind === 'instant' && typeof value === 'string' ? { instant: value } : { text: await valueToText(context, field, value) }

const quote = (text: string): string => `'${text}'`

async function valueToText(context: WriteContext, field: Pick<Field, 'kind' | 'reference'>, value: unknown): Promise<string> {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field.kind === 'money' && typeof value === 'number') return formatMoney(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return shorten(field.reference ? await referenceToText(context, field.reference.collection, value) : value)
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

/** The title of the referenced row, else its id. */
async function referenceToText(context: WriteContext, target: string, id: string): Promise<string> {
  const column = isCollectionName(target) ? titleColumnOf(target) : titleColumnByGlobal[target]
  if (column === undefined) return id
  const row = await toDynamicDb(context.trx).selectFrom(target).select(column).where('id', '=', id).executeTakeFirst()
  const title = row?.[column]
  return title === null || title === undefined ? id : String(title)
}

function titleColumnOf(name: keyof typeof collectionByName): string | undefined {
  const { audit, fields } = collectionByName[name]
  const field = (fields as Readonly<Record<string, Field>>)[audit.titleField]
  return field && fieldToColumn(audit.titleField, field)
}
