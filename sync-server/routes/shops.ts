import { z } from 'zod'
import { AppError } from '#schema/errors.ts'
import { isUuid } from '#schema/fields.ts'
import { isMember } from '#schema/rules/access.ts'
import { orderStatuses } from '#schema/rules/order-status.ts'
import { findShop, findShopByCode, findShopConfig, listAllShops, listShopsOfUser } from '../access/shops.ts'
import { defineRoute, type Route } from './registry.ts'
import { readShopId } from './row-routes.ts'

const shopsQuery = z.object({ scope: z.literal('all', { error: "scope can only be 'all'" }).optional() })

export const shopRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/shops',
    summary: "The caller's own shops by name; `scope=all` gives every shop",
    access: { who: 'signed-in' },
    queryPrivilege: { parameters: ['scope'], privilege: 'view_app_setting' },
    query: shopsQuery,
    handler: ({ services, caller, query }) => (query.scope === 'all' ? listAllShops(services.reader) : listShopsOfUser(services.reader, caller.userId)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/shops/:shopId/config',
    summary: 'Configuration of a shop; without a session of a member or administrator only whether the portal is on (AMB-119)',
    access: { who: 'anyone' },
    handler: async ({ services, caller, params }) => {
      const shopId = readShopId(params)
      const config = await findShopConfig(services.reader, shopId)
      if (!config) throw new AppError('NOT_FOUND')
      const seesAll = caller !== undefined && (isMember(caller, shopId) || caller.privileges.has('view_app_setting'))
      return seesAll ? config : { customerPortal: config.customerPortal }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/order-statuses',
    summary: 'The order statuses, in their documented order',
    access: { who: 'anyone' },
    handler: async () => orderStatuses,
  }),
  defineRoute({
    method: 'GET',
    path: '/api/public/shop-validate/:code',
    summary: 'Is there a shop with this code (or id)? (AMB-127)',
    access: { who: 'anyone' },
    params: z.object({ code: z.string().max(200) }),
    handler: async ({ services, params: { code } }) => {
      const shop = isUuid(code) ? await findShop(services.reader, code.toLowerCase()) : await findShopByCode(services.reader, code)
      return shop ? { valid: true, shop: { id: shop.id, code: shop.code, name: shop.name } } : { valid: false }
    },
  }),
]
