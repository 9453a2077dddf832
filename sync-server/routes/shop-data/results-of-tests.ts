import { testResultCreateBody, testResultUpdateBody } from '#schema/api/rows.ts'
import type { Route } from '../../registry/registry.ts'
import { listPartsRoute, readRoute, restoreRouteAt, writeRoutes } from './row-routes.ts'

const [collection, segment, noun] = ['test_results', 'test-results', 'test result'] as const

export const testResultRoutes: readonly Route[] = [
  listPartsRoute(collection, segment, 'Results of tests before and after repairs, or of one order, oldest first'),
  readRoute(collection, segment, noun),
  ...writeRoutes({ collection, segment, noun, createBody: testResultCreateBody, updateBody: testResultUpdateBody }),
  restoreRouteAt(collection, segment),
]
