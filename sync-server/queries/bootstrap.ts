import { offlineConfigToAnswer, textToOfflineConfig } from '#schema/api/offline-config.ts'
import { portalConfigToAnswer, textToPortalConfig } from '#schema/api/portal-config.ts'
import { protocolVersion, type BootstrapAnswer, type SessionUser, type ShopConfig } from '#schema/api/sync.ts'
import { privilegeNames } from '#schema/privileges.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import { shopToProfile } from '#schema/rules/shop/profile.ts'
import { statusColorsDefault } from '#schema/rules/orders/status-age.ts'
import type { Db, Tx } from '../db/database.ts'
import { inReadTransaction } from '../db/transaction.ts'
import { compareNames } from '../lists/compare-names.ts'
import type { Services } from '../services.ts'
import { readFormerPrefixes } from './rows/ticket-prefix.ts'
import { readShopProfiles } from './shop-profiles.ts'
import { readRulesOfShops, rulesToAnswer } from './status-messages.ts'

type BootstrapSession = { userId: string; user: SessionUser; expiresAt: string }

/** What a device needs besides rows: user, privileges, shops and global look-up tables. */
type Reach = Pick<BootstrapAnswer, 'address' | 'hasPublicUrl' | 'sendingChannels'>

export async function readBootstrap(services: Services, session: BootstrapSession, caller: Caller, reach: Reach): Promise<BootstrapAnswer> {
  const { reader, clock } = services
  return inReadTransaction(reader, async (trx) => ({
    user: session.user,
    privileges: privilegeNames.filter((name) => caller.privileges.has(name)),
    shops: await readShops(trx, caller),
    orderStatuses: await trx.selectFrom('order_statuses').select(['id', 'status_name as statusName']).orderBy('position').execute(),
    productConditions: await trx.selectFrom('product_conditions').select(['id', 'condition_name as conditionName']).orderBy('position').execute(),
    productTypes: await trx.selectFrom('product_types').select(['id', 'type_name as typeName']).orderBy('position').execute(),
    productColors: await trx.selectFrom('product_colors').select(['id', 'color_name as colorName']).orderBy('position').execute(),
    users: await readColleagues(trx, session.userId),
    ...(await readFormerEmployees(trx, caller)),
    ...reach,
    serverTime: clock().toISOString(),
    sessionExpiresAt: session.expiresAt,
    protocol: protocolVersion,
  }))
}

async function readShops(trx: Tx, caller: Caller): Promise<BootstrapAnswer['shops']> {
  if (caller.shopIds.size === 0) return []
  const rows = await trx
    .selectFrom('shops')
    .leftJoin('shop_configs', 'shop_configs.shop_id', 'shops.id')
    .leftJoin('shop_feed', 'shop_feed.shop_id', 'shops.id')
    .select([
      'shop_feed.log_begins_at as logBeginsAt',
      'shops.id',
      'shops.name',
      'shops.code',
      'shops.color',
      'shops.description',
      'shops.alias',
      'order_config',
      'customer_portal',
      'portal_config',
      'offline_entry',
    ])
    .where('shops.id', 'in', [...caller.shopIds])
    .execute()
  const profileById = await readShopProfiles(trx, [...caller.shopIds])
  const rulesById = await readRulesOfShops(trx, [...caller.shopIds])
  const formerById = await readFormerPrefixes(trx, [...caller.shopIds])
  return rows
    .map(({ order_config, customer_portal, portal_config, offline_entry, logBeginsAt, ...shop }) => ({
      ...shop,
      config: {
        orderConfig: textToOrderConfig(order_config),
        customerPortal: customer_portal === 1,
        ...portalConfigToAnswer(textToPortalConfig(portal_config)),
        ...offlineConfigToAnswer(textToOfflineConfig(offline_entry)),
      },
      profile: shopToProfile({ code: shop.code, profile: profileById.get(shop.id) }),
      ...(logBeginsAt !== null && { logBeginsAt }),
      ...(formerById.has(shop.id) && { formerTicketPrefixes: formerById.get(shop.id) ?? [] }),
      ...(rulesById.has(shop.id) && { messageRules: rulesToAnswer(rulesById.get(shop.id) ?? []) }),
    }))
    .sort((one, other) => compareNames(one.name, other.name))
}

const textToOrderConfig = (text: string | null): ShopConfig['orderConfig'] =>
  text === null ? { statusColors: statusColorsDefault } : (JSON.parse(text) as ShopConfig['orderConfig'])

async function readFormerEmployees(trx: Tx, caller: Caller): Promise<Pick<BootstrapAnswer, 'formerEmployees'>> {
  if (caller.shopIds.size === 0) return {}
  const formerEmployees = await selectFormerEmployees(trx, [...caller.shopIds]).execute()
  return formerEmployees.length === 0 ? {} : { formerEmployees }
}

/** Former employees whom orders or tasks still name: devices hold only their tombstones and need the names. */
export const selectFormerEmployees = (db: Db, shopIds: readonly string[]) =>
  db
    .selectFrom('employees')
    .innerJoin(
      (from) =>
        from
          .selectFrom('employee_departures')
          .select(['employee_id', 'shop_id'])
          .where('shop_id', 'in', shopIds)
          .union((or) => or.selectFrom('employees').select(['id as employee_id', 'shop_id']).where('shop_id', 'in', shopIds).where('deleted', '=', 1))
          .as('left_shops'),
      (on) => on.onRef('left_shops.employee_id', '=', 'employees.id'),
    )
    .select(['employees.id', 'employees.name'])
    .distinct()
    .where((where) =>
      where.or(
        // With the shop in the subquery, SQLite would scan all of the shop's rows.
        (['orders', 'tasks'] as const).map((table) =>
          where('left_shops.shop_id', 'in', (sub) =>
            sub.selectFrom(table).select(`${table}.shop_id`).whereRef('assigned_employee_id', '=', 'employees.id').where(`${table}.deleted`, '=', 0),
          ),
        ),
      ),
    )
    .orderBy('employees.id')

/** Users who share a shop with the caller, to show in activities: id, name and login id only. */
async function readColleagues(trx: Tx, userId: string): Promise<BootstrapAnswer['users']> {
  return trx
    .selectFrom('users')
    .select(['id', 'name', 'login_id'])
    .where((where) =>
      where.or([
        where('id', '=', userId),
        where(
          'id',
          'in',
          where
            .selectFrom('shop_users as theirs')
            .innerJoin('shop_users as mine', 'mine.shop_id', 'theirs.shop_id')
            .select('theirs.user_id')
            .where('mine.user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('login_id')
    .execute()
}
