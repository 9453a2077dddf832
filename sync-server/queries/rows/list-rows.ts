import type { TaskListItem } from '#schema/api/answers/row-answers.ts'
import type { CollectionName, DocumentByCollection } from '#schema/collections/index.ts'
import { taskToListItem } from '#schema/api/list-items.ts'
import { toTicket } from '#schema/rules/orders/ticket.ts'
import { toDynamicDb, type Db, type SqlValue } from '../../db/database.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { ListSteps } from '../../lists/list-steps.ts'
import type { List } from '../../lists/list.ts'
import { rowToAnswer, toTypedDocument } from '../../store/rows.ts'
import { columnOf, tableOf, toStoredRows } from '../../store/table.ts'
import { readTicketPrefix } from './ticket-prefix.ts'

export function compareMade(one: { createdAt: string; id: string }, other: { createdAt: string; id: string }): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  return one.id < other.id ? -1 : 1
}

const keysPerStep = 2_000

/**
 * The index to read keys by: the shop's seq, one parent, or time (`to` exclusive; only where the collection has such an
 * index). Only `time` is ordered: oldest first.
 */
export type KeyWay = { way: 'feed' } | { way: 'parent'; field: string; id: string } | { way: 'time'; from?: string | undefined; to?: string | undefined }

type Key<N extends CollectionName, F extends string> = Pick<DocumentByCollection[N], Extract<'id' | 'createdAt' | F, keyof DocumentByCollection[N]>>

/**
 * Reads the filter and sort fields of all living rows in steps. A row that changes meanwhile appears once, with its new
 * values, because its seq moves ahead of the cursor.
 */
export async function readKeys<N extends CollectionName, const F extends string>(
  reader: Db,
  steps: ListSteps,
  collection: N,
  shopId: string,
  fields: readonly F[],
  way: KeyWay,
): Promise<Key<N, F>[]> {
  const keyById = new Map<string, Key<N, F>>()
  for (let last: LastKey | undefined, isDone = false; !isDone;) {
    const rows: readonly StoredKey[] = await steps.step(() => readSomeKeys(reader, collection, shopId, fields, { way, last }))
    for (const row of rows) keyById.set(row.id, toKey<Key<N, F>>(collection, row))
    last = rows.at(-1)
    isDone = rows.length < keysPerStep
  }
  return [...keyById.values()]
}

type LastKey = { id: string; createdAt: string; place: number }
type StoredKey = LastKey & Record<string, SqlValue>

async function readSomeKeys(
  reader: Db,
  collection: CollectionName,
  shopId: string,
  fields: readonly string[],
  { way, last }: { way: KeyWay; last: LastKey | undefined },
): Promise<StoredKey[]> {
  const table = tableOf(collection)
  const own = fields.map((name) => `${columnOf(table, name)} as ${name}`)
  const place = way.way === 'parent' ? engineOf(reader).rowPlace : 'seq'
  let query = toDynamicDb(reader)
    .selectFrom(table.name as string)
    .select(['id', 'created_at as createdAt', `${place} as place`, ...own])
    .where('deleted', '=', 0)
    .limit(keysPerStep)
  if (way.way === 'parent') query = query.where(columnOf(table, way.field), '=', way.id)
  else query = query.where('shop_id', '=', shopId)
  if (way.way === 'time') {
    query = query.orderBy('created_at').orderBy('id')
    if (way.to !== undefined) query = query.where('created_at', '<', way.to)
    if (last) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(last.createdAt, last.id)))
    else if (way.from !== undefined) query = query.where('created_at', '>=', way.from)
  } else {
    query = query.orderBy(place).where(place, '>', last?.place ?? -1)
  }
  // Safe: these columns are selected above.
  return (await query.execute()) as unknown as StoredKey[]
}

/** Safe: the fields are declared by the collection. */
function toKey<K>(collection: CollectionName, { place: _, ...row }: StoredKey): K {
  for (const name of tableOf(collection).booleanKeys) if (name in row) (row as Record<string, unknown>)[name] = row[name] === 1
  return row as unknown as K
}

/** The rows with these ids that are still alive in the shop, in the order of the ids. */
export async function readRows<N extends CollectionName>(
  reader: Db,
  collection: N,
  shopId: string,
  ids: readonly string[],
): Promise<DocumentByCollection[N][]> {
  const table = tableOf(collection)
  const rows = await toDynamicDb(reader)
    .selectFrom(table.name as string)
    .select(table.selection)
    .where(engineOf(reader).isAmong('id', ids))
    .where('deleted', '=', 0)
    .execute()
  return inOrder(
    ids,
    toStoredRows(rows)
      .filter((row) => row.shopId === shopId)
      .map((row) => toTypedDocument<N>(rowToAnswer(table, row))),
  )
}

export const rowsToList = <N extends CollectionName>(
  reader: Db,
  collection: N,
  shopId: string,
  keys: readonly { id: string }[],
): List<DocumentByCollection[N]> => ({
  ids: keys.map(({ id }) => id),
  read: (ids) => readRows(reader, collection, shopId, ids),
})

/** Tasks as in `readRows`, with the shown fields of their order and its customer. */
export async function readTaskListItems(reader: Db, shopId: string, ids: readonly string[]): Promise<TaskListItem[]> {
  const table = tableOf('tasks')
  const prefix = await readTicketPrefix(reader, shopId)
  const rows = await toDynamicDb(reader)
    .selectFrom('tasks as t')
    .leftJoin('orders as o', (join) => join.onRef('o.id', '=', 't.order_id').onRef('o.shop_id', '=', 't.shop_id').on('o.deleted', '=', 0))
    .leftJoin('customers as c', (join) => join.onRef('c.id', '=', 'o.customer_id').onRef('c.shop_id', '=', 'o.shop_id').on('c.deleted', '=', 0))
    .select(table.selection.map((column) => `t.${column}`))
    .select(['c.name as customerName', 'c.phone as customerPhone', 'c.country_code as customerCountryCode'])
    .select([
      'o.item_details as itemDetails',
      'o.issue_description as issueDescription',
      'o.order_status_id as orderStatusId',
      'o.priority as priority',
      'o.number as number',
    ])
    .where(engineOf(reader).isAmong('t.id', ids))
    .where('t.deleted', '=', 0)
    .execute()
  return inOrder(
    ids,
    toStoredRows(rows)
      .filter((row) => row.shopId === shopId)
      .map((row) => taskToListItem(toTypedDocument<'tasks'>(rowToAnswer(table, row)), toShown(row, prefix))),
  )
}

const textOf = (value: SqlValue | undefined): string | null => (typeof value === 'string' ? value : null)

const toShown = (row: Record<string, SqlValue>, prefix: string): Parameters<typeof taskToListItem>[1] => ({
  customerName: textOf(row['customerName']),
  customerPhone: textOf(row['customerPhone']),
  customerCountryCode: textOf(row['customerCountryCode']),
  itemDetails: textOf(row['itemDetails']),
  issueDescription: textOf(row['issueDescription']),
  orderStatusId: textOf(row['orderStatusId']),
  priority: row['priority'] === 1,
  ticket: typeof row['number'] === 'number' ? toTicket(prefix, row['number']) : null,
})

export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowById.get(id) ?? [])
}
