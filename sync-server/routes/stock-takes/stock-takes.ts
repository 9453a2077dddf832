import { z } from 'zod'
import { stockTakeAnswer } from '#schema/api/answers/inventory-answers.ts'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { stockCountCreateBody, stockCountsQuery, stockCountUpdateBody } from '#schema/api/rows.ts'
import { AppError } from '#schema/errors.ts'
import { isUuid } from '#schema/values/uuid.ts'
import { findStockTake, settleStockTake } from '../../commands/take-stock.ts'
import { listStockCounts } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readParam, readRoute, readShopId, restoreRouteAt, toRestCaller, writeRoutes } from '../shop-data/row-routes.ts'

const [collection, segment, noun] = ['stock_counts', 'stock-counts', 'stock count'] as const

const actRoute = (last: 'apply' | 'undo', summary: string): Route =>
  defineRoute({
    method: 'POST',
    path: `/api/:shopId/stock-takes/:takeId/${last}`,
    summary,
    access: { who: 'member', action: 'update', collection },
    answer: stockTakeAnswer,
    handler: ({ services, caller, params }) => settleStockTake(services, toRestCaller(caller), readShopId(params), readTakeId(params), last),
  })

export const stockTakeRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `/api/:shopId/${segment}`,
    summary: 'Counts of the shop’s stock takes, or of one stock take, oldest first',
    access: { who: 'member', action: 'read', collection },
    query: stockCountsQuery,
    answer: z.array(rowAnswerByCollection.stock_counts),
    handler: ({ services, steps, params, query }) => listStockCounts(services.reader, steps, readShopId(params), query.takeId),
  }),
  readRoute(collection, segment, noun),
  ...writeRoutes({ collection, segment, noun, createBody: stockCountCreateBody, updateBody: stockCountUpdateBody }),
  restoreRouteAt(collection, segment),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/stock-takes/:takeId',
    summary: 'What was counted of each product of a stock take, what moved since, and the difference that applying it makes',
    access: { who: 'member', action: 'read', collection },
    answer: stockTakeAnswer,
    handler: ({ services, params }) => findStockTake(services, readShopId(params), readTakeId(params)),
  }),
  actRoute(
    'apply',
    'Apply a stock take: each count becomes what was counted and what moved since. Again it applies only counts that came since, so that the request may be repeated',
  ),
  actRoute('undo', 'Undo a stock take: every difference that it made is taken back'),
]

/** Ids are compared as they are stored. */
function readTakeId(params: Record<string, string>): string {
  const id = readParam(params, 'takeId').toLowerCase()
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  return id
}
