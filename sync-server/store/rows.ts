import type { BaseDocument, Tombstone, WireDocument } from '#schema/collection.ts'
import type { Field } from '#schema/field.ts'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { quantityToThousandths, thousandthsToQuantity } from '#schema/values/order-lines/quantity.ts'
import { amountToCents, centsToAmount } from '#schema/values/money.ts'
import { percentToPpm, ppmToPercent } from '#schema/values/taxes/percent.ts'
import type { SqlValue } from '../db/database.ts'
import type { StoredRow, Table } from './table.ts'

export type LivingDocument = BaseDocument & Record<string, unknown>

/** The row as devices get it: its content or a tombstone. */
export function rowToDocument(table: Table, row: StoredRow): WireDocument {
  return row.deleted === 1 ? rowToTombstone(row) : rowToContent(table, row)
}

const rowToTombstone = (row: StoredRow): Tombstone => ({ id: row.id, shopId: row.shopId, seq: row.seq, _deleted: true })

/** The row's content, deleted or not; callers check what may be shown. */
export function rowToContent(table: Table, row: StoredRow): LivingDocument {
  const document: Record<string, unknown> = {}
  for (const key of table.documentKeys) document[key] = row[key]
  for (const key of table.booleanKeys) document[key] = row[key] === 1
  for (const key of table.moneyKeys) {
    const cents = row[key]
    if (typeof cents === 'number') document[key] = centsToAmount(cents)
  }
  for (const key of table.quantityKeys) {
    const thousandths = row[key]
    if (typeof thousandths === 'number') document[key] = thousandthsToQuantity(thousandths)
  }
  for (const key of table.percentKeys) {
    const ppm = row[key]
    if (typeof ppm === 'number') document[key] = ppmToPercent(ppm)
  }
  for (const key of table.listKeys) document[key] = textToValue(row[key])
  return document as LivingDocument
}

const textToValue = (text: SqlValue | undefined): unknown => (text === null || text === undefined ? null : JSON.parse(String(text)))

/** The content for REST and lists: without device-only fields. */
export function rowToAnswer(table: Table, row: StoredRow): LivingDocument {
  const document = rowToContent(table, row)
  for (const key of table.guardedKeys) delete document[key]
  return document
}

/** Safe: `rowToContent` builds the content from the collection's declaration. */
export const toTypedDocument = <N extends CollectionName>(content: Readonly<Record<string, unknown>>): DocumentByCollection[N] =>
  content as unknown as DocumentByCollection[N]

/** A document's value as JSON; null for an absent optional field. */
export const readJson = (document: LivingDocument, name: string): Json => (document[name] ?? null) as Json

/** A document's value in stored form: JSON text for lists. */
export const readStored = (document: LivingDocument, name: string, { kind }: Pick<Field, 'kind'>): Json =>
  kind === 'json' && document[name] !== null && document[name] !== undefined ? JSON.stringify(document[name]) : readJson(document, name)

/** Inverse of `readStored`. */
export const toWireValue = ({ kind }: Pick<Field, 'kind'>, stored: unknown): unknown =>
  kind === 'json' && typeof stored === 'string' ? JSON.parse(stored) : stored

/** A parsed value as SQL stores it; `undefined` becomes null. */
export function valueToSql(field: Field, value: unknown): SqlValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return numberToSql(field, value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function numberToSql({ kind }: Field, value: number): number {
  if (kind === 'money') return amountToCents(value)
  if (kind === 'percent') return percentToPpm(value)
  return kind === 'quantity' ? quantityToThousandths(value) : value
}
