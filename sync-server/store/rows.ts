import type { BaseDocument, Tombstone, WireDocument } from '#schema/collection.ts'
import type { Field } from '#schema/field.ts'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import type { Json } from '#schema/values/merge.ts'
import { quantityToThousandths, thousandthsToQuantity } from '#schema/values/order-lines/quantity.ts'
import { amountToCents, centsToAmount } from '#schema/values/money.ts'
import type { SqlValue } from '../db/database.ts'
import type { StoredRow, Table } from './table.ts'

export type LivingDocument = BaseDocument & Record<string, unknown>

/** The row as devices get it: its content, or a tombstone without content. */
export function rowToDocument(table: Table, row: StoredRow): WireDocument {
  return row.deleted === 1 ? rowToTombstone(row) : rowToContent(table, row)
}

const rowToTombstone = (row: StoredRow): Tombstone => ({ id: row.id, shopId: row.shopId, seq: row.seq, _deleted: true })

/** The content of a row, deleted or not: for readers that have checked what may be shown. */
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
  for (const key of table.listKeys) document[key] = JSON.parse(String(row[key] ?? '[]'))
  return document as LivingDocument
}

/** The content as REST and lists answer it: without what only devices get. */
export function rowToAnswer(table: Table, row: StoredRow): LivingDocument {
  const document = rowToContent(table, row)
  for (const key of table.guardedKeys) delete document[key]
  return document
}

/** The content under its collection's type, which holds because `rowToContent` builds it from that declaration. */
export const toTypedDocument = <N extends CollectionName>(content: Readonly<Record<string, unknown>>): DocumentByCollection[N] =>
  content as unknown as DocumentByCollection[N]

/** A value of a document as the JSON that it is; an optional field that the row does not have reads as null. */
export const readJson = (document: LivingDocument, name: string): Json => (document[name] ?? null) as Json

/** The same as tables hold it: of a list its JSON text. */
export const readStored = (document: LivingDocument, name: string, { kind }: Pick<Field, 'kind'>): Json =>
  kind === 'json' ? JSON.stringify(document[name] ?? []) : readJson(document, name)

/** Way back of `readStored`. */
export const toWireValue = ({ kind }: Pick<Field, 'kind'>, stored: unknown): unknown =>
  kind === 'json' && typeof stored === 'string' ? JSON.parse(stored) : stored

/** A parsed value as SQL stores it; `undefined` (an optional field that was left out) becomes null. */
export function valueToSql(field: Field, value: unknown): SqlValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return numberToSql(field, value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function numberToSql({ kind }: Field, value: number): number {
  if (kind === 'money') return amountToCents(value)
  return kind === 'quantity' ? quantityToThousandths(value) : value
}
