import { activitiesOnDevice } from '#schema/api/sync.ts'
import type { WireDocument } from '#schema/collection.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import { canReadCollection, type Caller } from '#schema/rules/access/access.ts'
import type { Db } from '../db/database.ts'
import { defineStatement } from '../db/statement.ts'
import { rowToDocument } from '../store/rows.ts'
import type { Table } from '../store/table.ts'

type FeedPage = { shopId: string; seq: number; limit: number }

/** Employees who moved to another shop, with the seq of the departure in this shop's feed. */
export const readDepartures = defineStatement<{ id: string; seq: number }>((db, argument) =>
  db
    .selectFrom('employee_departures')
    .select(['employee_id as id', 'seq'])
    .where('shop_id', '=', argument('shopId'))
    .where('seq', '>', argument('seq'))
    .orderBy('seq')
    .limit(argument('limit') as number),
)

const departuresHead = defineStatement<{ seq: number | null }>((db, argument) =>
  db
    .selectFrom('employee_departures')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('shop_id', '=', argument('shopId')),
)

/** Rows of one shop above a seq, ascending; employees who moved away are included as tombstones. */
export async function readFeedPage(reader: Db, table: Table, page: FeedPage): Promise<WireDocument[]> {
  const documents = (await table.page(reader, page)).map((row) => rowToDocument(table, row))
  if (table.name !== 'employees') return documents
  const departed = (await readDepartures(reader, page)).map(({ id, seq }): WireDocument => ({ id, shopId: page.shopId, seq, _deleted: true }))
  return departed.length === 0 ? documents : [...documents, ...departed].sort((one, other) => (one.seq ?? 0) - (other.seq ?? 0)).slice(0, page.limit)
}

/** Greatest seq of the shop's rows of the collection; 0 for none. */
export async function readHead(reader: Db, table: Table, shopId: string): Promise<number> {
  const [row] = await table.head(reader, { shopId })
  const [departure] = table.name === 'employees' ? await departuresHead(reader, { shopId }) : []
  return Math.max(row?.seq ?? 0, departure?.seq ?? 0)
}

const departuresCount = defineStatement<{ rows: number }>((db, argument) =>
  db
    .selectFrom('employee_departures')
    .select((eb) => eb.fn.countAll().as('rows'))
    .where('shop_id', '=', argument('shopId')),
)

/** Number of documents, tombstones included, that a new device of the caller has to pull. */
export async function countFirstSync(reader: Db, caller: Caller): Promise<number> {
  let rows = 0
  for (const shopId of caller.shopIds) {
    for (const counted of await rowCounts(reader, { shopId })) {
      if (!canReadCollection(caller.privileges, counted.collection)) continue
      rows += counted.collection === 'activities' ? Math.min(counted.rows, activitiesOnDevice) : counted.rows
    }
    const [departed] = await departuresCount(reader, { shopId })
    rows += departed?.rows ?? 0
  }
  return rows
}

const rowCounts = defineStatement<{ collection: CollectionName; rows: number }>((db, argument) =>
  db
    .selectFrom('row_counts')
    .select(['collection', (eb) => eb.fn.sum('rows').as('rows')])
    .where('shop_id', '=', argument('shopId'))
    .groupBy('collection'),
)
