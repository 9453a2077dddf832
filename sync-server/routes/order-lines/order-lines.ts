import { z } from 'zod'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { orderLineCreateBody, orderLinesQuery, orderLineUpdateBody } from '#schema/api/rows.ts'
import { listMoney, listPartsOfOrders } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { isReport, openReport, reportPrivilege } from '../shop-data/money.ts'
import { findOrderId, readRoute, readShopId, restoreRouteAt, writeRoutes } from '../shop-data/row-routes.ts'

const segment = 'order-lines'
const noun = 'line of an order'

export const orderLineRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `/api/:shopId/${segment}`,
    summary: 'Parts and labour of the shop, or of one order, oldest first; dateFrom and dateTo (days of the zone, inclusive) make it a report (LINE-01)',
    access: { who: 'member', action: 'read', collection: 'order_lines' },
    queryPrivilege: reportPrivilege,
    query: orderLinesQuery,
    answer: z.array(rowAnswerByCollection.order_lines),
    handler: async ({ services, steps, caller, params, query }) => {
      const shopId = readShopId(params)
      if (isReport(query)) return listMoney(services.reader, steps, 'order_lines', shopId, await openReport(services, { shopId, caller, query, what: 'lines' }))
      return listPartsOfOrders(services.reader, steps, 'order_lines', shopId, await findOrderId(services, shopId, query))
    },
  }),
  readRoute('order_lines', segment, noun),
  ...writeRoutes({ collection: 'order_lines', segment, noun, createBody: orderLineCreateBody, updateBody: orderLineUpdateBody }),
  restoreRouteAt('order_lines', segment),
]
