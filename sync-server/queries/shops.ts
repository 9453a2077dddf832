import { offlineConfigToAnswer, textToOfflineConfig } from '#schema/api/offline-config.ts'
import { portalConfigToAnswer, textToPortalConfig } from '#schema/api/portal-config.ts'
import type { ShopAnswer, ShopConfig } from '#schema/api/answers/sync-answers.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import type { Db } from '../db/database.ts'
import { compareNames } from '../lists/compare-names.ts'
import { readInSteps, sortInSteps, type ListSteps } from '../lists/list-steps.ts'

const shopColumns = ['shops.id', 'shops.name', 'shops.code', 'shops.color', 'shops.description', 'shops.alias'] as const

const byName = (one: ShopAnswer, other: ShopAnswer): number => compareNames(one.name, other.name)

export async function listOwnShops(reader: Db, { userId, shopIds }: Caller): Promise<ShopAnswer[]> {
  const rows = await reader
    .selectFrom('shops')
    .innerJoin('shop_users', 'shop_users.shop_id', 'shops.id')
    .select(shopColumns)
    .where('shop_users.user_id', '=', userId)
    .execute()
  return rows.filter(({ id }) => shopIds.has(id)).sort(byName)
}

export async function listAllShops(reader: Db, steps: ListSteps): Promise<ShopAnswer[]> {
  const shops = reader.selectFrom('shops').select(shopColumns).orderBy('id')
  return sortInSteps(
    steps,
    await readInSteps(
      steps,
      ({ id }) => id,
      (above, limit) => shops.where('id', '>', above).limit(limit).execute(),
    ),
    byName,
  )
}

export const findShop = (reader: Db, shopId: string): Promise<ShopAnswer | undefined> =>
  reader.selectFrom('shops').select(shopColumns).where('id', '=', shopId).executeTakeFirst()

/** Finds a shop by its public code, case-insensitively. */
export const findShopByCode = (reader: Db, code: string): Promise<ShopAnswer | undefined> =>
  reader.selectFrom('shops').select(shopColumns).where('code', '=', code).executeTakeFirst()

export async function isAliasOfOwnShop(reader: Db, userId: string, alias: string): Promise<boolean> {
  const shop = await reader
    .selectFrom('shops')
    .innerJoin('shop_users', 'shop_users.shop_id', 'shops.id')
    .select('shops.id')
    .where('shop_users.user_id', '=', userId)
    .where('shops.alias', '=', alias)
    .executeTakeFirst()
  return shop !== undefined
}

/** Undefined for an unknown shop. */
export async function findShopConfig(reader: Db, shopId: string): Promise<ShopConfig | undefined> {
  const row = await reader
    .selectFrom('shop_configs')
    .select(['order_config', 'customer_portal', 'portal_config', 'offline_entry'])
    .where('shop_id', '=', shopId)
    .executeTakeFirst()
  return (
    row && {
      orderConfig: JSON.parse(row.order_config) as ShopConfig['orderConfig'],
      customerPortal: row.customer_portal === 1,
      ...portalConfigToAnswer(textToPortalConfig(row.portal_config)),
      ...offlineConfigToAnswer(textToOfflineConfig(row.offline_entry)),
    }
  )
}
