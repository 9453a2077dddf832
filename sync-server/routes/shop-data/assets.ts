import { z } from 'zod'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { assetCreateBody, assetsQuery, assetUpdateBody } from '#schema/api/rows.ts'
import { listAssets } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readRoute, readShopId, writeRoutes } from './row-routes.ts'

/** Devices of customers (ASSET-01). */
export const assetRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/assets',
    summary: 'Devices of customers, oldest first; `customerId` asks for those of one customer',
    access: { who: 'member', action: 'read', collection: 'assets' },
    query: assetsQuery,
    answer: z.array(rowAnswerByCollection.assets),
    handler: ({ services, steps, params, query }) => listAssets(services.reader, steps, readShopId(params), query.customerId),
  }),
  readRoute('assets', 'assets', 'device'),
  ...writeRoutes({ collection: 'assets', segment: 'assets', noun: 'device', createBody: assetCreateBody, updateBody: assetUpdateBody }),
]
