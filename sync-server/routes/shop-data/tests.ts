import { z } from 'zod'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { testCreateBody, testUpdateBody } from '#schema/api/rows.ts'
import { listTests } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readRoute, readShopId, writeRoutes } from './row-routes.ts'

const [collection, noun] = ['tests', 'test list'] as const

export const testRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `/api/:shopId/${collection}`,
    summary: 'Test lists by name, also archived ones',
    access: { who: 'member', action: 'read', collection },
    answer: z.array(rowAnswerByCollection.tests),
    handler: ({ services, steps, params }) => listTests(services.reader, steps, readShopId(params)),
  }),
  readRoute(collection, collection, noun),
  ...writeRoutes({ collection, segment: collection, noun, createBody: testCreateBody, updateBody: testUpdateBody }),
]
