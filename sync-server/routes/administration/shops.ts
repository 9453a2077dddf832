import { z } from 'zod'
import { shopConfigBody, shopCreateBody, shopUpdateBody, shopUserBody } from '#schema/api/administration.ts'
import { employeeListItemAnswer } from '#schema/api/answers/row-answers.ts'
import { shopUserAnswer } from '#schema/api/answers/administration-answers.ts'
import { shopValidateAnswer, type ShopValidateAnswer } from '#schema/api/portal.ts'
import { orderStatusAnswer, shopAnswer, shopConfigAnswer } from '#schema/api/answers/sync-answers.ts'
import { AppError } from '#schema/errors.ts'
import { isUuid } from '#schema/fields.ts'
import { isMember } from '#schema/rules/access/access.ts'
import { orderStatuses } from '#schema/values/order-status.ts'
import { findShop, findShopByCode, findShopConfig, listAllShops, listOwnShops } from '../../queries/shops.ts'
import { findPublicProfile, findShopProfile } from '../../queries/shop-profiles.ts'
import { listShopUsers } from '../../queries/people/users.ts'
import { addShop } from '../../commands/administration/create-shop.ts'
import { addShopMember, makeMemberEmployee, removeShopMember } from '../../commands/administration/shop-members.ts'
import { saveShopConfig, updateShop } from '../../commands/administration/update-shop.ts'
import { defineRoute, emptyAnswer, type Route } from '../../registry/registry.ts'
import { readId, readParam, readShopId } from '../shop-data/row-routes.ts'

/** The command also checks that view_entity_setting covers the shop. */
const shopStaffers = { who: 'holder', anyOf: ['view_entity_setting', 'view_app_setting'] } as const
/** By session only, because memberships outlive a token. */
const shopStaffersInPerson = { ...shopStaffers, by: 'session' } as const

const shopsQuery = z.object({ scope: z.literal('all', { error: "scope can only be 'all'" }).optional() })

export const shopRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/shops',
    summary: "The caller's own shops by name; `scope=all` gives every shop",
    access: { who: 'signed-in' },
    queryPrivilege: { parameters: ['scope'], privilege: 'view_app_setting' },
    query: shopsQuery,
    answer: z.array(shopAnswer),
    handler: ({ services, steps, caller, query }) => (query.scope === 'all' ? listAllShops(services.reader, steps) : listOwnShops(services.reader, caller)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/shops/:shopId/config',
    summary: 'Configuration of a shop; without a session of a member or administrator only whether the portal is on (AMB-119)',
    access: { who: 'anyone' },
    answer: z.union([shopConfigAnswer, shopConfigAnswer.pick({ customerPortal: true })]),
    handler: async ({ services, caller, params }) => {
      const shopId = readShopId(params)
      const config = await findShopConfig(services.reader, shopId)
      if (!config) throw new AppError('NOT_FOUND')
      const seesAll = caller !== undefined && (isMember(caller, shopId) || caller.privileges.has('view_app_setting'))
      return seesAll ? config : { customerPortal: config.customerPortal }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/shops',
    summary: 'Make a shop with all that it needs; whoever makes it belongs to it (AMB-29)',
    access: shopStaffersInPerson,
    body: shopCreateBody,
    answer: shopAnswer,
    handler: ({ services, caller, body }) => addShop(services, caller, body),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/shops/:id',
    summary: 'Change name, code, description or color of a shop',
    access: { who: 'holder', anyOf: ['view_app_setting'] },
    body: shopUpdateBody,
    answer: shopAnswer,
    handler: ({ services, caller, params, body }) => updateShop(services, caller, readId(params), body),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/shops/:shopId/config',
    summary: 'Change color ranges, the customer portal or opening offline of the own shop (AMB-30)',
    access: { who: 'member' },
    body: shopConfigBody,
    answer: shopConfigAnswer,
    handler: ({ services, caller, params, body }) => saveShopConfig(services, caller, readShopId(params), body),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/shops/:id/users',
    summary: 'Users that belong to a shop',
    access: shopStaffers,
    answer: z.array(shopUserAnswer),
    handler: ({ services, steps, caller, params }) => listShopUsers(services.reader, steps, caller, readId(params)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/shops/:id/users',
    summary: 'Assign a user to a shop',
    access: shopStaffersInPerson,
    body: shopUserBody,
    answer: shopUserAnswer,
    handler: ({ services, caller, params, body }) => addShopMember(services, caller, readId(params), body.userId),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/shops/:id/users/:userId/employee',
    summary: 'Make a user of a shop an employee there, to whom work can be assigned; whoever is one already stays the same',
    access: shopStaffersInPerson,
    answer: employeeListItemAnswer,
    handler: ({ services, caller, params }) => makeMemberEmployee(services, caller, readId(params), readParam(params, 'userId')),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/shops/:id/users/:userId',
    summary: 'Remove a user from a shop',
    access: shopStaffersInPerson,
    answer: emptyAnswer,
    handler: ({ services, caller, params }) => removeShopMember(services, caller, readId(params), readParam(params, 'userId')),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/order-statuses',
    summary: 'The order statuses, in their documented order',
    access: { who: 'anyone' },
    answer: z.array(orderStatusAnswer),
    handler: async () => [...orderStatuses],
  }),
  defineRoute({
    method: 'GET',
    path: '/api/public/shop-validate/:code',
    summary: 'Is there a shop with this code (or id), and is its portal on? (AMB-127)',
    access: { who: 'anyone' },
    params: z.object({ code: z.string().max(200) }),
    answer: shopValidateAnswer,
    handler: async ({ services, params: { code } }): Promise<ShopValidateAnswer> => {
      const shop = isUuid(code) ? await findShop(services.reader, code.toLowerCase()) : await findShopByCode(services.reader, code)
      if (!shop) return { valid: false }
      const config = await findShopConfig(services.reader, shop.id)
      const customerPortal = config?.customerPortal ?? false
      const profile = customerPortal ? await findPublicProfile(services.reader, shop.id) : undefined
      const openingHours = customerPortal ? (await findShopProfile(services.reader, shop.id))?.openingHours : undefined
      return {
        valid: true,
        shop: { id: shop.id, code: shop.code, name: shop.name },
        customerPortal,
        ...(profile && { profile }),
        ...(customerPortal && shop.color !== null && { color: shop.color }),
        ...(openingHours != null && { openingHours }),
      }
    },
  }),
]
