import { sql } from 'kysely'
import { type Db, toDynamicDb, type Tx } from '../../db/database.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Services } from '../../services.ts'
import { markDeleted } from '../apply/apply-delete.ts'
import { restoreDependant } from '../apply/apply-restore.ts'
import type { WriteCaller } from '../caller.ts'
import type { WriteContext } from '../context.ts'
import { unknownBefore } from '../deletions/unknown-before.ts'
import { tableOf } from '../table.ts'
import { inBatch, mergeHeads, toContext } from '../write-batch.ts'

/** Rows of a shop per transaction, so that nobody waits for it. */
const stepSize = 100

type LeftRow = {
  collection: (typeof unknownBefore)[number]
  id: string
  shopId: string
  /** The deletion of its order; null where that is back. */
  deletedWith: string | null
}

/**
 * Takes rows along with their order, or brings them back with it, where an older node on this database did not (LINE-02): parts are given
 * back and taken again, devices hear of it, and the order's deletion stays one act that can be undone. Returns how many rows that were.
 */
export async function completeDeletions(services: Services, isStopped: () => boolean = () => false): Promise<number> {
  let count = 0
  for (let found = await findLeftRows(services.reader); found.length > 0 && !isStopped(); found = await findLeftRows(services.reader)) {
    let completed = 0
    for (const shopId of new Set(found.map((row) => row.shopId))) completed += await completeInShop(services, shopId)
    // What two nodes found at once was completed by the other one.
    if (completed === 0) return count
    count += completed
  }
  return count
}

async function completeInShop(services: Services, shopId: string): Promise<number> {
  const receivedAt = services.clock()
  const at = receivedAt.toISOString()
  const caller: WriteCaller = { userId: null, privileges: new Set(), shopIds: new Set([shopId]), origin: 'administration' }
  return inBatch(services, caller, { deviceId: null, clockOffsetMs: 0, receivedAt, mutations: [] }, async (batch) => {
    await engineOf(batch.trx).lockShops(batch.trx, [shopId])
    const context = toContext(batch, { id: services.newId(), shopId, at, ops: [] }, at)
    const left = await findLeftRows(batch.trx, shopId)
    for (const row of left) await complete(context, row)
    mergeHeads(batch, shopId, context.heads)
    return left.length
  })
}

async function complete(context: WriteContext, { collection, id, deletedWith }: LeftRow): Promise<void> {
  const table = tableOf(collection)
  if (deletedWith !== null) return markDeleted(context, table, id, deletedWith)
  await restoreDependant(context, table, id)
}

async function findLeftRows(db: Db | Tx, shopId?: string): Promise<LeftRow[]> {
  const found: LeftRow[] = []
  for (const collection of unknownBefore) found.push(...(await findStaying(db, collection, shopId)), ...(await findGone(db, collection, shopId)))
  return found
}

/** Rows that are there while their order is deleted. The conditions are literals: SQLite uses a partial index for those only. */
async function findStaying(db: Db | Tx, collection: LeftRow['collection'], shopId: string | undefined): Promise<LeftRow[]> {
  let query = toDynamicDb(db)
    .selectFrom('orders as o')
    .innerJoin(`${collection as string} as r`, (join) => join.onRef('r.order_id', '=', 'o.id').onRef('r.shop_id', '=', 'o.shop_id'))
    .select(['r.id', 'r.shop_id as shopId', 'o.deleted_with as deletedWith'])
    .where(sql<boolean>`o.deleted = 1 and o.deleted_with is distinct from 'ended' and o.deleted_with is not null and r.deleted = 0`)
  if (shopId !== undefined) query = query.where('o.shop_id', '=', shopId)
  const rows = await query.orderBy('r.seq').limit(stepSize).execute()
  return rows.map((row) => ({ collection, id: String(row['id']), shopId: String(row['shopId']), deletedWith: String(row['deletedWith']) }))
}

/**
 * Rows that went with their order, which is back without them. The ledger names what a mutation deleted without a place in the feed, so that
 * a row which somebody deleted by itself, in a mutation that also changed its order, stays deleted.
 */
async function findGone(db: Db | Tx, collection: LeftRow['collection'], shopId: string | undefined): Promise<LeftRow[]> {
  let query = toDynamicDb(db)
    .selectFrom(`${collection as string} as r`)
    .innerJoin('orders as o', (join) => join.onRef('o.id', '=', 'r.order_id').onRef('o.shop_id', '=', 'r.shop_id'))
    .innerJoin('mutations as m', (join) => join.onRef('m.id', '=', 'r.deleted_with').onRef('m.shop_id', '=', 'r.shop_id'))
    .select(['r.id', 'r.shop_id as shopId'])
    .where(sql<boolean>`r.deleted = 1 and r.deleted_with is distinct from 'ended' and o.deleted = 0`)
    .where(sql<boolean>`m.rows like '%["orders","' || o.id || '"]%'`)
  if (shopId !== undefined) query = query.where('r.shop_id', '=', shopId)
  const rows = await query.orderBy('r.seq').limit(stepSize).execute()
  return rows.map((row) => ({ collection, id: String(row['id']), shopId: String(row['shopId']), deletedWith: null }))
}
