import { z } from 'zod'
import { daysSinceStatusChangeAnswer, orderAnswer, statusHistoryEntryAnswer } from '#schema/api/answers/row-answers.ts'
import { orderCreateBody, orderUpdateBody, timezoneQuery } from '#schema/api/rows.ts'
import { compareOrders } from '#schema/rules/orders/order-sort.ts'
import { daysSince } from '#schema/rules/orders/status-age.ts'
import { sortInSteps } from '../../lists/list-steps.ts'
import { readKeys, rowsToList } from '../../queries/rows/list-rows.ts'
import { listStatusHistory } from '../../queries/rows/read-rows.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readId, readRoute, readShopId, writeRoutes } from './row-routes.ts'

const readOrders = { who: 'member', action: 'read', collection: 'orders' } as const

export const orderRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders',
    summary: 'Orders of the shop in the documented order',
    access: readOrders,
    answer: z.array(orderAnswer),
    handler: async ({ services, steps, params }) => {
      const shopId = readShopId(params)
      const keys = await readKeys(services.reader, steps, 'orders', shopId, ['priority', 'dueTimestamp', 'orderStatusId'], { way: 'feed' })
      return rowsToList(services.reader, 'orders', shopId, await sortInSteps(steps, keys, compareOrders))
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders/days-since-status-change',
    summary: 'Calendar days since each order got its status, in the given IANA zone (UTC without one)',
    access: readOrders,
    query: timezoneQuery,
    answer: z.array(daysSinceStatusChangeAnswer),
    listKey: 'orderId',
    handler: async ({ services, steps, params, query }) => {
      const now = services.clock()
      const keys = await readKeys(services.reader, steps, 'orders', readShopId(params), ['statusChangedAt'], { way: 'feed' })
      const sorted = await sortInSteps(steps, keys, (one, other) => (one.id < other.id ? -1 : 1))
      const changedAtById = new Map(sorted.map(({ id, statusChangedAt }) => [id, statusChangedAt]))
      return {
        ids: [...changedAtById.keys()],
        read: async (ids) => ids.map((orderId) => ({ orderId, daysSinceLastChange: daysSince(changedAtById.get(orderId) ?? '', now, query.timezone) })),
      }
    },
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
