import type { StatusHistoryEntry } from '#schema/api/answers/row-answers.ts'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import { toDynamicDb, type Db } from '../../db/database.ts'
import { rowToAnswer, toTypedDocument, valueToSql } from '../../store/rows.ts'
import { tableOf, toStoredRows } from '../../store/table.ts'

/** `equals` compares declared fields; instants bound `createdAt`, `to` exclusive. */
type RowFilter = {
  equals?: Readonly<Record<string, string | number | boolean | null>>
  createdFrom?: string | undefined
  createdTo?: string | undefined
  newestFirst?: boolean
  limit?: number
}

/** Living rows of the shop as documents, by `createdAt`. */
export async function listRows<N extends CollectionName>(
  reader: Db,
  collection: N,
  shopId: string,
  filter: RowFilter = {},
): Promise<DocumentByCollection[N][]> {
  const table = tableOf(collection)
  let query = toDynamicDb(reader)
    .selectFrom(table.name as string)
    .select(table.selection)
    .where('deleted', '=', 0)
  // Omit the shop for rows of one parent: with it SQLite scans the feed index instead of the parent's index.
  const isOfOneParent = Object.entries(filter.equals ?? {}).some(
    ([name, value]) => value !== null && table.fieldByName.get(name)?.field.reference !== undefined,
  )
  if (!isOfOneParent) query = query.where('shop_id', '=', shopId)
  for (const [name, value] of Object.entries(filter.equals ?? {})) {
    const field = table.fieldByName.get(name)
    if (!field) throw new TypeError(`${collection} has no field ${name}`)
    query = value === null ? query.where(field.column, 'is', null) : query.where(field.column, '=', valueToSql(field.field, value))
  }
  if (filter.createdFrom !== undefined) query = query.where('created_at', '>=', filter.createdFrom)
  if (filter.createdTo !== undefined) query = query.where('created_at', '<', filter.createdTo)
  const direction = filter.newestFirst === true ? 'desc' : 'asc'
  query = query.orderBy('created_at', direction).orderBy('id', direction)
  if (filter.limit !== undefined) query = query.limit(filter.limit)
  const rows = toStoredRows(await query.execute())
  return rows.filter((row) => row.shopId === shopId).map((row) => toTypedDocument<N>(rowToAnswer(table, row)))
}

/** The row if it is alive and belongs to this shop. */
export async function findRow<N extends CollectionName>(reader: Db, collection: N, shopId: string, id: string): Promise<DocumentByCollection[N] | undefined> {
  const table = tableOf(collection)
  const [row] = await table.find(reader, { id })
  if (!row || row.shopId !== shopId || row.deleted === 1) return undefined
  return toTypedDocument<N>(rowToAnswer(table, row))
}

/** The passcode of a living order, which `findRow` and lists leave out. */
export async function findPasscode(reader: Db, shopId: string, orderId: string): Promise<string | null> {
  const row = await reader
    .selectFrom('orders')
    .select('passcode')
    .where('id', '=', orderId)
    .where('shop_id', '=', shopId)
    .where('deleted', '=', 0)
    .executeTakeFirst()
  return row?.passcode ?? null
}

/** Oldest first; empty for an order that is absent, deleted or of another shop. */
export async function listStatusHistory(reader: Db, shopId: string, orderId: string): Promise<StatusHistoryEntry[]> {
  return reader
    .selectFrom('order_status_history')
    .select(['id', 'shop_id as shopId', 'order_id as orderId', 'order_status_id as orderStatusId', 'created_at as createdAt'])
    .where('shop_id', '=', shopId)
    .where('order_id', '=', orderId)
    .where('deleted', '=', 0)
    .orderBy('created_at')
    .orderBy('seq')
    .orderBy('id')
    .execute()
}
