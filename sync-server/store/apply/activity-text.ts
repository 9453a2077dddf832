import { type Collection, rowToThing } from '#schema/collection.ts'
import { collectionByName, isCollectionName, type CollectionName } from '#schema/collections/index.ts'
import type { Field } from '#schema/field.ts'
import { type ActivityEntry, type ActivityList, type ActivityPart, partToText, tell } from '#schema/rules/text/activity-entry.ts'
import { toDynamicDb, type SqlValue } from '../../db/database.ts'
import type { WriteContext } from '../context.ts'
import { toEnglishWriting } from '../activity-english.ts'
import { seededTitle } from './seeded-titles.ts'
import type { About } from './side-effects.ts'
import { type MoneyFormat, readMoneySettings, textToMoneyFormat } from '../shop-money.ts'
import { tableOf, type Table } from '../table.ts'

const longestValue = 80

/** The subject of an activity: the row by its title, and its order and customer. */
type Subject = About & { entry: ActivityEntry }

/**
 * For example "Order 'iPhone 12' of Ann Lee" or "Payment '$30.00' for order 'iPhone 12' of Ann Lee". Describes the row
 * before the mutation.
 */
export async function readSubject(context: WriteContext, table: Table, id: string, document: Readonly<Record<string, unknown>>): Promise<Subject> {
  const values = { thing: { thing: rowToThing(table.collection, document) }, title: await rowToTitle(context, table, document) }
  const alone = tell('subject', values)
  if (table.name === 'customers') return { entry: alone, orderId: null, customerId: id }
  const orderId = table.name === 'orders' ? id : toId(document['orderId'])
  const order = table.name === 'orders' ? document : orderId === null ? undefined : await context.memory.find(tableOf('orders'), orderId)
  const customerId = toId((table.name === 'assets' ? document : order)?.['customerId'])
  const found = customerId === null ? undefined : await context.memory.find(tableOf('customers'), customerId)
  const about = { orderId: table.name === 'assets' ? null : orderId, customerId }
  if (found === undefined) return { ...about, entry: alone, ...(table.name !== 'orders' && table.name !== 'assets' && { customerId: null }) }
  const customer = shorten(String(found['name']))
  if (table.name === 'orders' || table.name === 'assets') return { ...about, entry: tell('subjectOf', { ...values, customer }) }
  return { ...about, entry: tell('subjectForOrder', { ...values, order: shorten(String(order?.['itemDetails'])), customer }) }
}

export const readSubjectText = async (...[context, ...row]: Parameters<typeof readSubject>): Promise<string> =>
  toEnglish(context, (await readSubject(context, ...row)).entry)

/** The documented text. */
export const toEnglish = async (context: WriteContext, part: ActivityPart): Promise<string> =>
  String(partToText(part, toEnglishWriting(JSON.stringify(part).includes('"amount":') ? await findMoneyFormat(context) : String)))

async function rowToTitle(context: WriteContext, { collection }: Table, document: Readonly<Record<string, unknown>>): Promise<ActivityPart> {
  const { titleField, titleOf } = collection.audit
  if (titleOf !== undefined) return shorten(titleOf(document))
  const field = collection.fields[titleField]
  return field === undefined ? '' : toPart(context, field, document[titleField], `${collection.name}.${titleField}`)
}

const toId = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export type FieldChange = {
  name: string
  field: Pick<Field, 'label' | 'choices' | 'kind' | 'merge' | 'reference' | 'secret' | 'guarded'>
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
export async function toChangeEntry(context: WriteContext, { name: collection }: Table, change: FieldChange): Promise<ActivityEntry> {
  const { before, after } = change
  const field = { field: change.field.label }
  const say = (value: unknown): Promise<ActivityPart> => toPart(context, change.field, value, `${collection}.${change.name}`)
  if (change.field.guarded === true || change.field.kind === 'json') return tell('fieldChanged', { field })
  if (change.field.secret || change.field.merge === 'text') return tell(change.isReplaced ? 'textReplaced' : 'fieldChanged', { field })
  if (change.isYielded === true) return tell('fieldNotSet', { field, wanted: await say(change.yielded), kept: await say(before) })
  const to = await say(after)
  if (change.isReplaced) return tell('fieldReplaced', { field, to, replaced: await say(change.replaced) })
  const from = await say(before)
  if (change.hitFloor) return tell('fieldStopped', { field, from, to })
  if (before === null) return tell('fieldSet', { field, to })
  return after === null ? tell('fieldRemoved', { field, from }) : tell('fieldFromTo', { field, from, to })
}

/** Replaces a value that no text may reveal. */
const guardedText = '••••'

/** A value for a notice: amounts as the shop writes them, what the reader's device words as it is. */
export async function valueToNotice(context: WriteContext, { name: collection }: Table, { name, field }: FieldChange, value: unknown): Promise<ActivityPart> {
  if (field.guarded === true) return value === null ? '' : guardedText
  const part = await toPart(context, field, value, `${collection}.${name}`)
  return typeof part === 'object' && 'amount' in part ? toEnglish(context, part) : part
}

async function toPart(context: WriteContext, field: Pick<Field, 'kind' | 'choices' | 'reference'>, value: unknown, of: string): Promise<ActivityPart> {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return { isYes: value }
  if (field.kind === 'money' && typeof value === 'number') return { amount: value }
  if (typeof value !== 'string') return JSON.stringify(value)
  if (field.kind === 'instant') return { instant: value }
  if (field.choices?.includes(value) === true) return { choice: value, of }
  if (field.reference === undefined) return shorten(value)
  const target = field.reference.collection
  const title = shorten(await referenceToText(context, target, value))
  return isListed(target) ? { list: target, name: title } : title
}

const isListed = (target: string): target is ActivityList => target in titleColumnByGlobal && target !== 'entities'

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
