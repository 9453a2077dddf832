import { z } from 'zod'
import { daysSinceStatusChangeAnswer, orderAnswer, passcodeAnswer, statusHistoryEntryAnswer } from '#schema/api/answers/row-answers.ts'
import { orderCreateBody, orderUpdateBody, timezoneQuery } from '#schema/api/rows.ts'
import { showPasscode } from '../../commands/show-passcode.ts'
import { listStatusHistory } from '../../queries/rows/read-rows.ts'
import { listOrders, listStatusAges } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readId, readRoute, readShopId, toRestCaller, writeRoutes } from './row-routes.ts'

const readOrders = { who: 'member', action: 'read', collection: 'orders' } as const

export const orderRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders',
    summary: 'Orders of the shop in the documented order',
    access: readOrders,
    answer: z.array(orderAnswer),
    handler: ({ services, steps, params }) => listOrders(services.reader, steps, readShopId(params)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders/days-since-status-change',
    summary: 'Calendar days since each order got its status, in the given IANA zone (UTC without one)',
    access: readOrders,
    query: timezoneQuery,
    answer: z.array(daysSinceStatusChangeAnswer),
    listKey: 'orderId',
    handler: ({ services, steps, params, query }) => listStatusAges(services.reader, steps, readShopId(params), services.clock(), query.timezone),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders/:id/status-history',
    summary: 'Statuses of an order with the time of each, in that order',
    access: readOrders,
    answer: z.array(statusHistoryEntryAnswer),
    handler: async ({ services, params }) => {
      const order = await getRow(services, 'orders', readShopId(params), readId(params))
      return listStatusHistory(services.reader, order.shopId, order.id)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders/:id/passcode',
    summary: "The passcode of the order's device; each call is noted in the activities",
    access: readOrders,
    answer: passcodeAnswer,
    handler: ({ services, caller, params }) => showPasscode(services, toRestCaller(caller), readShopId(params), readId(params)),
  }),
  readRoute('orders', 'orders', 'order'),
  ...writeRoutes({ collection: 'orders', segment: 'orders', noun: 'order', createBody: orderCreateBody, updateBody: orderUpdateBody }),
]
