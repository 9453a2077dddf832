import type { Op } from '#schema/api/sync.ts'
import { type Collection, rowToThing } from '#schema/collection.ts'
import type { Field } from '#schema/field.ts'
import { collectionByName, type CollectionName, isCollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { readEstimateLines } from '#schema/values/estimates/estimate-lines.ts'
import type { ShopFormat } from '#schema/rules/shop/format.ts'
import { formatMoney, formatQuote } from '#schema/values/money.ts'
import { common } from '#web/language/common-texts.ts'
import { toFieldLabel } from '#web/language/field-label.ts'
import { inSentence } from '#web/language/staff-texts.ts'
import { things } from '#web/language/thing-texts.ts'
import { t } from './attention-texts.ts'

export type ChangeWords = {
  /** A row's display name; undefined when this device does not know it. */
  rowName: (collection: CollectionName, id: string) => string | undefined
  /** Name of a row in a list shared by all shops, such as `order_statuses`. */
  lookUpName: (table: string, id: string) => string | undefined
  dateTime: (instant: string) => string
  /** The shop's money format; the default applies without it. */
  format?: Pick<ShopFormat, 'money' | 'quote'> | undefined
}

type TypedValue = { label: string; value: string }

/** One op of a change and every value it sets. */
export type ChangePart = { heading: string; values: TypedValue[] }

/** Describes the whole change, including fields unknown to this version. */
export const changeToParts = (ops: readonly Op[], words: ChangeWords): ChangePart[] =>
  ops.map((op) => ({ heading: opToHeading(op, words), values: opToValues(op, words) }))

/** 'New payment of $30.00', "Change of order 'iPhone 12'". */
export const opToHeading = (op: Op, words: ChangeWords): string => t.heading[op.action]({ what: opToName(op, words) })

/** Headings of all ops: "New customer 'Grace'; New order 'iPhone 12'". */
export const changeToHeading = (ops: readonly Op[], words: ChangeWords): string => ops.map((op) => opToHeading(op, words)).join('; ') || t.unreadable()

/** The same for a refused change; falls back to its stored summary when a row has no name here any more. */
export function refusedToHeading({ ops, summary }: { ops: readonly Op[]; summary: string }, words: ChangeWords): string {
  const isNameless = ops.some((op) => isCollectionName(op.collection) && opToName(op, words) === things.one[op.collection]())
  return isNameless || ops.length === 0 ? summary : changeToHeading(ops, words)
}

/** "order 'iPhone 12'", 'payment of $30.00', or only 'task' when the name is unknown. */
export function opToName(op: Op, words: ChangeWords): string {
  if (!isCollectionName(op.collection)) return op.collection
  const named =
    op.action === 'create' ? (rowToTitle(op.collection, op.values, words) ?? words.rowName(op.collection, op.id)) : words.rowName(op.collection, op.id)
  return nameRow(op.collection, named, op.action === 'create' ? toNoun(op.collection, op.values) : undefined)
}

/** "customer 'Grace'", 'payment of $30.00', 'customer'. */
export function nameRow(collection: CollectionName, title: string | undefined, noun = things.one[collection]()): string {
  if (title === undefined || title === '') return noun
  return isAmountTitled(collection) ? t.amountOf({ noun, amount: title }) : t.named({ noun, title })
}

/** The row's own noun, such as that of a refund. */
function toNoun(collection: CollectionName, row: Readonly<Record<string, unknown>>): string {
  const nouns: Readonly<Partial<Record<string, () => string>>> = things.one
  return (nouns[rowToThing(collectionByName[collection], row)] ?? things.one[collection])()
}

const fieldOf = (collection: CollectionName, name: string): Field | undefined => (collectionByName[collection] as Collection).fields[name]

const isAmountTitled = (collection: CollectionName): boolean => fieldOf(collection, collectionByName[collection].audit.titleField)?.kind === 'money'

const titleMaxLength = 60

const documentedFormat = { money: formatMoney, quote: formatQuote }

/** A row's title from its values. */
export function rowToTitle(
  collection: CollectionName,
  values: Readonly<Record<string, unknown>>,
  words?: ChangeWords,
  format = words?.format ?? documentedFormat,
): string | undefined {
  const { titleField, titleOf }: Collection['audit'] = collectionByName[collection].audit
  const field = fieldOf(collection, titleField)
  // Safe: rows and changes hold plain JSON values.
  const value = titleOf === undefined ? (values[titleField] as Json | undefined) : titleOf(values)
  if (value === null || value === undefined) return undefined
  if (field?.kind === 'id') return typeof value === 'string' && words !== undefined ? referenceToName(field, value, words) : undefined
  const text = field?.kind === 'money' && typeof value === 'number' ? format.money(value) : toPlainText(value).replace(/\s+/g, ' ').trim()
  return text.length > titleMaxLength ? `${text.slice(0, titleMaxLength)}…` : text
}

function opToValues(op: Op, words: ChangeWords): TypedValue[] {
  if (op.action === 'delete' || op.action === 'restore') return []
  const field = (name: string): Field | undefined => (isCollectionName(op.collection) ? fieldOf(op.collection, name) : undefined)
  // Skip unset fields of a new row, but list cleared fields of an existing one.
  if (op.action === 'create')
    return Object.entries(op.values).flatMap(([name, value]) =>
      value === null || value === '' || value === false ? [] : [toTypedValue(name, field(name), value, words)],
    )
  return Object.entries(op.changes).map(([name, { from, to }]) => {
    const typed = toTypedValue(name, field(name), to, words)
    return field(name)?.merge === 'sum' && from !== null ? { ...typed, value: t.was({ value: typed.value, before: toPlainText(from) }) } : typed
  })
}

const toTypedValue = (name: string, field: Field | undefined, value: Json, words: ChangeWords): TypedValue => ({
  // `createdAt` of payments and costs is not a declared field.
  label: field === undefined ? (name === 'createdAt' ? t.date() : name) : toFieldLabel(field.label),
  value: valueToText(name, field, value, words),
})

function valueToText(name: string, field: Field | undefined, value: Json, words: ChangeWords): string {
  if (value === null || value === '') return field?.reference === undefined ? t.emptied() : t.nobodyOrNothing()
  if (field?.guarded === true) return '••••'
  if (typeof value === 'boolean') return value ? common.yes() : common.no()
  const { money, quote } = words.format ?? documentedFormat
  if (field?.kind === 'money' && typeof value === 'number') return money(value)
  if (field?.kind === 'json' && name === 'lines')
    return readEstimateLines(value)
      .map(({ quantity, description, unitPrice }) => t.lineEach({ quantity, description, price: money(unitPrice) }))
      .join('\n')
  if (typeof value !== 'string') return toPlainText(value)
  if (field?.kind === 'instant' || name === 'createdAt') return isInstant(value) ? words.dateTime(value) : value
  if (name === 'quotedCost') return quote(value)
  if (field?.reference !== undefined) return referenceToName(field, value, words) ?? toNotHere(targetNoun(field))
  return value.trim()
}

const toPlainText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const isInstant = (text: string): boolean => !Number.isNaN(Date.parse(text))

function referenceToName({ reference }: Field, id: string, words: ChangeWords): string | undefined {
  const target = reference?.collection ?? ''
  return isCollectionName(target) ? words.rowName(target, id) : words.lookUpName(target, id)
}

function targetNoun({ reference, label }: Field): string {
  const target = reference?.collection ?? ''
  return isCollectionName(target) ? things.one[target]() : inSentence(toFieldLabel(label))
}

const toNotHere = (noun: string): string => (/^[aeiou]/.test(noun) ? t.anNotHere({ noun }) : t.aNotHere({ noun }))

/** The whole change as plain text for the clipboard. */
export function partsToText(title: string, facts: readonly string[], parts: readonly ChangePart[]): string {
  const lines = parts.flatMap(({ heading, values }) => [...(parts.length > 1 ? ['', heading] : []), ...values.map(({ label, value }) => `${label}: ${value}`)])
  return [title, ...facts, ...lines].join('\n')
}
