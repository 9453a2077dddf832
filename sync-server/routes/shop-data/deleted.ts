import { deletedAnswer } from '#schema/api/answers/deleted-answers.ts'
import { deletedQuery, restorableCollections } from '#schema/api/deleted.ts'
import { isAllowed } from '#schema/rules/access/access.ts'
import { listDeletedRows } from '../../queries/rows/deleted-rows.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readShopId } from './row-routes.ts'

export const deletedRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/deleted',
    summary:
      'What was deleted in the last 30 days and the caller may bring back or worked on, newest first, in pages of 50; `before` is `next` of the page before',
    access: { who: 'member' },
    query: deletedQuery,
    answer: deletedAnswer,
    handler: async ({ services, caller, params, query: { before, collection, search } }) => {
      const shopId = readShopId(params)
      const permitted = restorableCollections.filter((name) => isAllowed(caller, 'restore', name, shopId))
      const collections = restorableCollections.filter((name) => isAllowed(caller, 'read', name, shopId) && (collection === undefined || name === collection))
      return listDeletedRows(services.reader, shopId, { before, collections, permitted, userId: caller.userId, search, now: services.clock() })
    },
  }),
]
