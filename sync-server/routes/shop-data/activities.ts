import { z } from 'zod'
import { activityAnswer } from '#schema/api/answers/row-answers.ts'
import { activitiesQuery } from '#schema/api/rows.ts'
import { deniedTexts } from '#schema/rules/access/denied-texts.ts'
import { listActivities } from '../../queries/rows/activities.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readShopId } from './row-routes.ts'

export const activityRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/activities',
    summary:
      'Audit log of the shop, newest first, a page of `limit` entries (1000 unless told) or a few more; `before` is the time of the last entry of the page before. `search` looks for words in text and user, `from` and `to` bound the time of the act or of its arrival',
    access: { who: 'member', action: 'read', collection: 'activities', denied: deniedTexts.activities },
    query: activitiesQuery,
    answer: z.array(activityAnswer),
    handler: ({ services, steps, page, params, query }) => listActivities(services.reader, steps, readShopId(params), { ...page, ...query }),
  }),
]
