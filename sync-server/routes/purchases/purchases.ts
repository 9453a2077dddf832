import { z } from 'zod'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { purchaseCreateBody, purchaseLineCreateBody, purchaseLinesQuery, purchaseLineUpdateBody, purchaseUpdateBody } from '#schema/api/rows.ts'
import { listPurchaseLines, listPurchases } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readRoute, readShopId, restoreRouteAt, writeRoutes } from '../shop-data/row-routes.ts'

const lines = 'purchase_lines'

export const purchaseRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/purchases',
    summary: 'Purchases of the shop, oldest first',
    access: { who: 'member', action: 'read', collection: 'purchases' },
    answer: z.array(rowAnswerByCollection.purchases),
    handler: ({ services, steps, params }) => listPurchases(services.reader, steps, readShopId(params)),
  }),
  readRoute('purchases', 'purchases', 'purchase'),
  ...writeRoutes({ collection: 'purchases', segment: 'purchases', noun: 'purchase', createBody: purchaseCreateBody, updateBody: purchaseUpdateBody }),
  restoreRouteAt('purchases', 'purchases'),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/purchase-lines',
    summary: 'Lines of the shop’s purchases, or of one purchase, oldest first. What is `received` is in the counts of their products',
    access: { who: 'member', action: 'read', collection: lines },
    query: purchaseLinesQuery,
    answer: z.array(rowAnswerByCollection.purchase_lines),
    handler: async ({ services, steps, params, query }) => {
      const shopId = readShopId(params)
      const purchase = query.purchaseId === undefined ? undefined : await getRow(services, 'purchases', shopId, query.purchaseId)
      return listPurchaseLines(services.reader, steps, shopId, purchase?.id)
    },
  }),
  readRoute(lines, 'purchase-lines', 'line of a purchase'),
  ...writeRoutes({
    collection: lines,
    segment: 'purchase-lines',
    noun: 'line of a purchase',
    createBody: purchaseLineCreateBody,
    updateBody: purchaseLineUpdateBody,
  }),
  restoreRouteAt(lines, 'purchase-lines'),
]
