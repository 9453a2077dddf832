import { sentEstimateAnswer } from '#schema/api/links/estimates.ts'
import { estimateCreateBody, estimateUpdateBody } from '#schema/api/rows.ts'
import { updateEstimate } from '../../commands/write-estimate.ts'
import { sendEstimate } from '../../portal/estimates/send-estimate.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { listPartsRoute, readId, readRoute, readShopId, writeRoutes } from '../shop-data/row-routes.ts'

const collection = 'estimates'

export const estimateRoutes: readonly Route[] = [
  listPartsRoute(collection, collection, 'Estimates of the shop, or of one order, oldest first (EST-01)'),
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
