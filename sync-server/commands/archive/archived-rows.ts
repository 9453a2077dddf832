import { setImmediate as waitForNextRound } from 'node:timers/promises'
import { collectionNames, type CollectionName } from '#schema/collections/index.ts'
import { AppError } from '#schema/errors.ts'
import type { MessageRule } from '#schema/rules/messages/rules-of-status.ts'
import type { ShownProfile } from '#schema/rules/shop/profile.ts'
import { toDynamicDb, type Db } from '../../db/database.ts'
import { settleEach } from '../../db/settle-all.ts'
import { findShopProfile } from '../../queries/shop-profiles.ts'
import { findShop } from '../../queries/shops.ts'
import { readRules } from '../../queries/status-messages.ts'
import { rowToAnswer, type LivingDocument } from '../../store/rows.ts'
import { tableOf, toStoredRows } from '../../store/table.ts'
import type { ArchivePerson } from './archive-layout.ts'

/** Rows held in memory at once. */
const pageRows = 500

/**
 * Yields the shop's undeleted rows page by page, as REST answers them. Reads along the feed index, so the cost per row
 * does not grow with the shop. Other requests run between pages; outside a snapshot, a row written meanwhile is yielded
 * again.
 */
export async function* readRows(reader: Db, shopId: string, name: CollectionName): AsyncGenerator<LivingDocument[]> {
  const table = tableOf(name)
  for (let after = 0; ;) {
    await waitForNextRound()
    const rows = await toDynamicDb(reader)
      .selectFrom(name)
      .select([...table.selection])
      .where('shop_id', '=', shopId)
      .where('deleted', '=', 0)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(pageRows)
      .execute()
    const stored = toStoredRows(rows)
    if (stored.length > 0) yield stored.map((row) => rowToAnswer(table, row))
    if (stored.length < pageRows) return
    after = stored.at(-1)?.seq ?? after
  }
}

/** Rows asked for at once. */
const askedIds = 100

/** Yields the undeleted rows of which `column` holds one of the ids, as REST answers them. */
export async function* readRowsOf(
  reader: Db,
  name: CollectionName,
  column: 'id' | 'customer_id' | 'order_id',
  ids: readonly string[],
): AsyncGenerator<LivingDocument[]> {
  const table = tableOf(name)
  for (let from = 0; from < ids.length; from += askedIds) {
    await waitForNextRound()
    const rows = await toDynamicDb(reader)
      .selectFrom(name)
      .select([...table.selection])
      .where(column, 'in', ids.slice(from, from + askedIds))
      .where('deleted', '=', 0)
      .orderBy('seq')
      .execute()
    if (rows.length > 0) yield toStoredRows(rows).map((row) => rowToAnswer(table, row))
  }
}

export type ShopFacts = { id: string; code: string; name: string; profile: ShownProfile; orderConfig: unknown; messageRules: readonly MessageRule[] }

export async function readShop(reader: Db, shopId: string): Promise<ShopFacts> {
  const [shop, profile, config, messageRules] = await settleEach([
    findShop(reader, shopId),
    findShopProfile(reader, shopId),
    reader.selectFrom('shop_configs').select('order_config as orderConfig').where('shop_id', '=', shopId).executeTakeFirst(),
    readRules(reader, shopId),
  ])
  if (shop === undefined || profile === undefined) throw new AppError('NOT_FOUND', 'Shop not found')
  return { id: shop.id, code: shop.code, name: shop.name, profile, orderConfig: JSON.parse(config?.orderConfig ?? '{}'), messageRules }
}

/** Users named by the shop's activities, notes, tills, stock movements and employees, and its members. */
export async function readPeople(reader: Db, shopId: string): Promise<ArchivePerson[]> {
  const [authors, writers, openers, counters, workers, members] = await settleEach([
    reader.selectFrom('activities').select('user_id as id').distinct().where('shop_id', '=', shopId).execute(),
    reader.selectFrom('order_notes').select('user_id as id').distinct().where('shop_id', '=', shopId).execute(),
    reader.selectFrom('till_days').select('user_id as id').distinct().where('shop_id', '=', shopId).execute(),
    reader.selectFrom('stock_movements').select('user_id as id').distinct().where('shop_id', '=', shopId).execute(),
    reader.selectFrom('employees').select('user_id as id').where('shop_id', '=', shopId).where('deleted', '=', 0).execute(),
    reader.selectFrom('shop_users').select('user_id as id').where('shop_id', '=', shopId).execute(),
  ])
  const ids = [...new Set([...authors, ...writers, ...openers, ...counters, ...workers, ...members].flatMap(({ id }) => id ?? []))]
  if (ids.length === 0) return []
  return reader.selectFrom('users').select(['id', 'login_id as loginId', 'name']).where('id', 'in', ids).orderBy('id').execute()
}

export async function countRows(reader: Db, shopId: string): Promise<ReadonlyMap<CollectionName, number>> {
  const counts = new Map<CollectionName, number>()
  for (const name of collectionNames) {
    const { rows } = await toDynamicDb(reader)
      .selectFrom(name)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .where('shop_id', '=', shopId)
      .where('deleted', '=', 0)
      .executeTakeFirstOrThrow()
    counts.set(name, Number(rows))
  }
  return counts
}

type History = { orderId: string; orderStatusId: string; createdAt: string }

export async function readHistories(reader: Db, shopId: string, orderIds: readonly string[]): Promise<Map<string, Omit<History, 'orderId'>[]>> {
  const rows = await reader
    .selectFrom('order_status_history')
    .select(['order_id as orderId', 'order_status_id as orderStatusId', 'created_at as createdAt'])
    .where('shop_id', '=', shopId)
    .where('order_id', 'in', [...orderIds])
    .where('deleted', '=', 0)
    .orderBy('seq')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

export async function readMovements(reader: Db, shopId: string, productIds: readonly string[]) {
  const rows = await reader
    .selectFrom('stock_movements')
    .select([
      'product_id as productId',
      'delta',
      'count_after as countAfter',
      'reason',
      'order_id as orderId',
      'take_id as takeId',
      'user_id as userId',
      'created_at as createdAt',
    ])
    .where('shop_id', '=', shopId)
    .where('product_id', 'in', [...productIds])
    .orderBy('seq')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ productId }) => productId)
}
