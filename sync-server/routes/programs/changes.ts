import { changesAnswer, changesQuery } from '#schema/api/programs/changes.ts'
import { readChanges } from '../../feed/programs/changes.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readShopId } from '../shop-data/row-routes.ts'

export const changesRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/changes',
    summary:
      'What changed behind `after`, of all kinds of rows that the caller may read: the newest state of each row, in the order of the shop’s feed. Ask again with the `after` of the answer. Another `epoch` than before: the database was put back; begin at 0 (HOOK-02)',
    access: { who: 'member' },
    query: changesQuery,
    answer: changesAnswer,
    handler: ({ services, caller, params, query }) => readChanges(services.reader, caller, { shopId: readShopId(params), ...query }),
  }),
]
