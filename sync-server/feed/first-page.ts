import type { FirstPage, FirstPageView, RowState } from '#schema/api/sync.ts'
import { AppError } from '#schema/errors.ts'
import { isAllowed, isMember, type Caller } from '#schema/rules/access/access.ts'
import { finishedOrderKey } from '#schema/values/order-sort.ts'
import { finishedStatusIds } from '#schema/values/order-status.ts'
import { toDueTaskKeys } from '#schema/values/task-sort.ts'
import { toDynamicDb, type Db, type Tx } from '../db/database.ts'
import { inReadTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { rowToAnswer, type LivingDocument } from '../store/rows.ts'
import { columnOf, tableOf, toStoredRows } from '../store/table.ts'
import { countFirstSync } from './feed-rows.ts'

type Wanted = { view: FirstPageView; shopId: string; limit: number; dueBefore?: string | undefined }

/** Reads the collection's rows with these ids, or of these parents, if the caller may read them. */
type ReadMore = (collection: RowCollection, ids: Iterable<unknown>, parent?: string) => Promise<LivingDocument[]>

type RowCollection = FirstPageView | 'employees' | 'payments' | 'costs'

/**
 * The first page of a list in device order, with the rows it refers to, for a device without data (SYNC.md, "First
 * page"). Each query uses an index, so the size of the shop does not matter.
 * @throws AppError NOT_FOUND for a shop of others, FORBIDDEN for a view that the caller may not read
 */
export async function readFirstPage({ reader, clock }: Services, caller: Caller, { view, shopId, limit, dueBefore }: Wanted): Promise<FirstPage> {
  if (!isMember(caller, shopId)) throw new AppError('NOT_FOUND', 'Shop not found')
  if (!isAllowed(caller, 'read', view, shopId)) throw new AppError('FORBIDDEN')
  return inReadTransaction(reader, async (trx) => {
    const documents: RowState[] = []
    const keep = (collection: RowCollection, rows: LivingDocument[]): LivingDocument[] => {
      documents.push(...rows.map((document) => ({ collection, document })))
      return rows
    }
    const readMore: ReadMore = async (collection, ids, parent = 'id') => {
      const wanted = [...new Set(ids)].filter((id) => typeof id === 'string')
      if (wanted.length === 0 || !isAllowed(caller, 'read', collection, shopId)) return []
      return keep(collection, await readRows(trx, collection, shopId, parent, wanted))
    }
    await readShown(view, keep(view, await readList(trx, view, shopId, limit)), readMore)
    return {
      view,
      shopId,
      total: await readCount(countRows(trx, view, shopId, 'all')),
      documents,
      counts: {
        ordersOpen: isAllowed(caller, 'read', 'orders', shopId) ? await readCount(countRows(trx, 'orders', shopId, 'open')) : 0,
        tasksDue: isAllowed(caller, 'read', 'tasks', shopId) ? await readCount(countDueTasks(trx, shopId, dueBefore ?? clock().toISOString())) : 0,
      },
      rows: await countFirstSync(trx, caller),
    }
  })
}

async function readShown(view: FirstPageView, rows: readonly LivingDocument[], readMore: ReadMore): Promise<void> {
  if (view === 'customers') return
  await readMore(
    'employees',
    rows.map((row) => row['assignedEmployeeId']),
  )
  const orders =
    view === 'orders'
      ? rows
      : await readMore(
          'orders',
          rows.map((row) => row['orderId']),
        )
  await readMore(
    'customers',
    orders.map((row) => row['customerId']),
  )
  if (view === 'tasks') return
  const orderIds = orders.map(({ id }) => id)
  for (const collection of ['payments', 'costs'] as const) await readMore(collection, orderIds, 'orderId')
}

async function readList(trx: Tx, view: FirstPageView, shopId: string, limit: number): Promise<LivingDocument[]> {
  const table = tableOf(view)
  return toStoredRows(await selectList(trx, view, shopId, limit).execute()).map((row) => rowToAnswer(table, row))
}

async function readRows(trx: Tx, collection: RowCollection, shopId: string, field: string, values: readonly string[]): Promise<LivingDocument[]> {
  const table = tableOf(collection)
  // With the shop in the query, SQLite would choose an index over all rows of the shop.
  const rows = toStoredRows(await selectShown(trx, collection, field, values).execute())
  return rows.flatMap((row) => (row.shopId === shopId ? [rowToAnswer(table, row)] : []))
}

async function readCount(query: { execute: () => Promise<{ count: number | null }[]> }): Promise<number> {
  const [row] = await query.execute()
  return row?.count ?? 0
}

/** The queries of a page; a test checks that each uses an index. */
export const selectList = (db: Db, view: FirstPageView, shopId: string, limit: number) =>
  toDynamicDb(db)
    .selectFrom(view as string)
    .select(tableOf(view).selection)
    .where('shop_id', '=', shopId)
    .where('deleted', '=', 0)
    .$if(view === 'orders', (orders) => orders.where('sort_key', '<', finishedOrderKey))
    .orderBy('sort_key')
    .limit(limit)

export const selectShown = (db: Db, collection: RowCollection, field: string, values: readonly string[]) =>
  toDynamicDb(db)
    .selectFrom(collection as string)
    .select(tableOf(collection).selection)
    .where(columnOf(tableOf(collection), field), 'in', values)
    .where('deleted', '=', 0)

export const countRows = (db: Db, view: FirstPageView, shopId: string, kinds: 'all' | 'open') => {
  const living = db
    .selectFrom('row_counts')
    .select((build) => build.fn.sum<number | null>('rows').as('count'))
    .where('shop_id', '=', shopId)
    .where('collection', '=', view)
    .where('kind', '<>', 'deleted')
  return kinds === 'all' ? living : living.where('kind', 'not in', finishedStatusIds)
}

export function countDueTasks(db: Db, shopId: string, dueBefore: string) {
  const { from, to } = toDueTaskKeys(dueBefore)
  return toDynamicDb(db)
    .selectFrom('tasks')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('shop_id', '=', shopId)
    .where('deleted', '=', 0)
    .where('sort_key', '>=', from)
    .where('sort_key', '<', to)
}
