import { z } from 'zod'
import { orderCreateBody, ordersQuery, orderUpdateBody, timezoneQuery } from '#schema/api/rows.ts'
import { daysSinceStatusChangeAnswer, orderAnswer, orderBalanceAnswer, passcodeAnswer, statusHistoryEntryAnswer } from '#schema/api/answers/row-answers.ts'
import { showPasscode } from '../../commands/show-passcode.ts'
import { readBalance } from '../../queries/rows/order-balance.ts'
import { listStatusHistory } from '../../queries/rows/read-rows.ts'
import { listOrders, listStatusAges } from '../../queries/rows/shop-lists.ts'
import { readDayZone } from '../../queries/shop-profiles.ts'
import { findOrderByTicket, ordersToAnswers } from '../../queries/tickets.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readId, readRoute, readShopId, toRestCaller, writeRoutes } from './row-routes.ts'

const readOrders = { who: 'member', action: 'read', collection: 'orders' } as const

export const orderRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders',
    summary:
      'Repairs of the shop in the documented order, or with `kind` its sales, newest first, or all; with `ticket` the one that has it, or had it, or none',
    access: readOrders,
    query: ordersQuery,
    answer: z.array(orderAnswer),
    handler: async ({ services: { reader }, steps, params, query }) => {
      const shopId = readShopId(params)
      if (query.ticket !== undefined) {
        const found = await findOrderByTicket(reader, shopId, query.ticket)
        return found === undefined ? [] : ordersToAnswers(reader, shopId, [found])
      }
      const { ids, read } = await listOrders(reader, steps, shopId, query.kind)
      return { ids, read: async (some) => ordersToAnswers(reader, shopId, await read(some)) }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders/days-since-status-change',
    summary: 'Calendar days since each order got its status, in the given IANA zone (without one that of the shop, or UTC)',
    access: readOrders,
    query: timezoneQuery,
    answer: z.array(daysSinceStatusChangeAnswer),
    listKey: 'orderId',
    handler: async ({ services, steps, params, query }) => {
      const shopId = readShopId(params)
      const timeZone = query.timezone ?? (await readDayZone(services.reader, shopId))
      return listStatusAges(services.reader, steps, shopId, services.clock(), timeZone)
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
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders/:id/passcode',
    summary: "The passcode of the order's device; each call is noted in the activities",
    access: readOrders,
    answer: passcodeAnswer,
    handler: ({ services, caller, params }) => showPasscode(services, toRestCaller(caller), readShopId(params), readId(params)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/orders/:id/balance',
    summary: 'What an order costs, what was paid less what was given back, and what is left to pay; null where the cost is not known',
    access: readOrders,
    answer: orderBalanceAnswer,
    handler: async ({ services: { reader }, services, params }) => {
      const order = await getRow(services, 'orders', readShopId(params), readId(params))
      return readBalance(reader, order)
    },
  }),
  readRoute('orders', 'orders', 'order'),
  ...writeRoutes({ collection: 'orders', segment: 'orders', noun: 'order', createBody: orderCreateBody, updateBody: orderUpdateBody }),
]
