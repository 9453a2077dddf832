import { z } from 'zod'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { sentEstimateAnswer } from '#schema/api/links/estimates.ts'
import { estimateCreateBody, estimatesQuery, estimateUpdateBody } from '#schema/api/rows.ts'
import { updateEstimate } from '../../commands/write-estimate.ts'
import { sendEstimate } from '../../portal/estimates/send-estimate.ts'
import { listEstimates } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readId, readRoute, readShopId, writeRoutes } from '../shop-data/row-routes.ts'

const collection = 'estimates'

export const estimateRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/estimates',
    summary: 'Estimates of the shop, or of one order, oldest first (EST-01)',
    access: { who: 'member', action: 'read', collection },
    query: estimatesQuery,
    answer: z.array(rowAnswerByCollection.estimates),
    handler: async ({ services, steps, params, query }) => {
      const shopId = readShopId(params)
      const order = query.orderId === undefined ? undefined : await getRow(services, 'orders', shopId, query.orderId)
      return listEstimates(services.reader, steps, shopId, order?.id)
    },
  }),
  readRoute(collection, collection, 'estimate'),
  ...writeRoutes({ collection, segment: collection, noun: 'estimate', createBody: estimateCreateBody, updateBody: estimateUpdateBody, update: updateEstimate }),
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/estimates/:id/send',
    summary: 'Send an estimate: it stays as it is from now on, and its customer may answer by the link; of one that was sent, another link (EST-02)',
    access: { who: 'member', action: 'update', collection },
    answer: sentEstimateAnswer,
    handler: ({ services, config, caller, params }) =>
      sendEstimate(services, { userId: caller.userId, shopId: readShopId(params), id: readId(params), publicOrigin: config.publicOrigin }),
  }),
]
