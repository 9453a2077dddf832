import { z } from 'zod'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { testResultCreateBody, testResultsQuery, testResultUpdateBody } from '#schema/api/rows.ts'
import { listTestResults } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readRoute, readShopId, restoreRouteAt, writeRoutes } from './row-routes.ts'

const [collection, segment, noun] = ['test_results', 'test-results', 'test result'] as const

export const testResultRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `/api/:shopId/${segment}`,
    summary: 'Results of tests before and after repairs, or of one order, oldest first',
    access: { who: 'member', action: 'read', collection },
    query: testResultsQuery,
    answer: z.array(rowAnswerByCollection.test_results),
    handler: async ({ services, steps, params, query }) => {
      const shopId = readShopId(params)
      const order = query.orderId === undefined ? undefined : await getRow(services, 'orders', shopId, query.orderId)
      return listTestResults(services.reader, steps, shopId, order?.id)
    },
  }),
  readRoute(collection, segment, noun),
  ...writeRoutes({ collection, segment, noun, createBody: testResultCreateBody, updateBody: testResultUpdateBody }),
  restoreRouteAt(collection, segment),
]
