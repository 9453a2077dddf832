import { refusedChangesAnswer, refusedChangesQuery } from '#schema/api/refused-changes.ts'
import { deniedTexts } from '#schema/rules/access/denied-texts.ts'
import { listRefusedChanges } from '../../queries/rows/refused-changes.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readShopId } from './row-routes.ts'

export const refusedChangeRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/refused-changes',
    summary:
      'Changes that the server refused, with who typed what and why it was refused, newest first, 50 a page; `cursor` is the `nextCursor` of the page before',
    access: { who: 'member', action: 'read', collection: 'activities', denied: deniedTexts.refusedChanges },
    query: refusedChangesQuery,
    answer: refusedChangesAnswer,
    handler: ({ services, params, query: { cursor } }) => listRefusedChanges(services.reader, readShopId(params), cursor),
  }),
]
