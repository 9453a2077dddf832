import { isCollectionName } from '#schema/collections/index.ts'
import { canReadCollection, type Caller } from '#schema/rules/access/access.ts'
import type { Json } from '#schema/values/merge.ts'
import type { Notice } from '#schema/rules/merge/notices.ts'
import type { Db } from '../db/database.ts'

/** The caller's notices about rows that they may still read, newest first. */
export async function listNotices(reader: Db, { userId, shopIds, privileges }: Caller, after?: string): Promise<Notice[]> {
  if (shopIds.size === 0) return []
  let query = reader
    .selectFrom('notices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('shop_id', 'in', [...shopIds])
  if (after !== undefined) query = query.where('id', '>', after)
  const rows = await query.orderBy('id', 'desc').execute()
  return rows
    .filter(({ collection }) => isCollectionName(collection) && canReadCollection(privileges, collection))
    .map(({ id, shop_id, kind, collection, row_id, params, created_at }) => ({
      id,
      shopId: shop_id,
      kind,
      collection,
      rowId: row_id,
      params: JSON.parse(params) as Record<string, Json>,
      createdAt: created_at,
    }))
}
