import { z } from 'zod'
import { daysSinceStatusChangeAnswer, orderAnswer, statusHistoryEntryAnswer } from '#schema/api/row-answers.ts'
import { orderCreateBody, orderUpdateBody, timezoneQuery } from '#schema/api/rows.ts'
import { compareOrders } from '#schema/rules/order-sort.ts'
import { daysSinceStatusChange, listRows, listStatusHistory } from '../store/read.ts'
import { defineRoute, type Route } from './registry.ts'
import { getRow, readId, readRoute, readShopId, writeRoutes } from './row-routes.ts'

const readOrders = { who: 'member', action: 'read', collection: 'orders' } as const

export const orderRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders',
    summary: 'Orders of the shop in the documented order',
    access: readOrders,
    answer: z.array(orderAnswer),
    handler: async ({ services, params }) => (await listRows(services.reader, 'orders', readShopId(params))).sort(compareOrders),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders/days-since-status-change',
    summary: 'Calendar days since each order got its status, in the given IANA zone (UTC without one)',
    access: readOrders,
    query: timezoneQuery,
    answer: z.array(daysSinceStatusChangeAnswer),
    handler: ({ services, params, query }) => daysSinceStatusChange(services.reader, readShopId(params), query.timezone, services.clock()),
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
  readRoute('orders', 'orders', 'order'),
  ...writeRoutes({ collection: 'orders', segment: 'orders', noun: 'order', createBody: orderCreateBody, updateBody: orderUpdateBody }),
]
