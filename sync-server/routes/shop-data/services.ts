import { z } from 'zod'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { serviceCreateBody, serviceUpdateBody } from '#schema/api/rows.ts'
import { listServices } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readRoute, readShopId, writeRoutes } from './row-routes.ts'

const [collection, noun] = ['services', 'service of the price list'] as const

export const serviceRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `/api/:shopId/${collection}`,
    summary: 'Services of the price list by name, also archived ones',
    access: { who: 'member', action: 'read', collection },
    answer: z.array(rowAnswerByCollection.services),
    handler: ({ services, steps, params }) => listServices(services.reader, steps, readShopId(params)),
  }),
  readRoute(collection, collection, noun),
  ...writeRoutes({ collection, segment: collection, noun, createBody: serviceCreateBody, updateBody: serviceUpdateBody }),
]
