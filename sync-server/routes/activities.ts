import { z } from 'zod'
import { activityAnswer } from '#schema/api/row-answers.ts'
import { activitiesQuery } from '#schema/api/rows.ts'
import type { Activity } from '#schema/collections/activities.ts'
import { deniedTexts } from '#schema/rules/denied-texts.ts'
import type { Services } from '../services.ts'
import { listRows } from '../store/read.ts'
import { defineRoute, type Route } from './registry.ts'
import { readShopId } from './row-routes.ts'

/** A page ends between two instants, so that the next one can start at the last entry's time and miss nothing of one act. */
async function listPage({ reader }: Services, shopId: string, limit: number, before: string | undefined): Promise<Activity[]> {
  const page = await listRows(reader, 'activities', shopId, { newestFirst: true, limit, createdTo: before })
  const oldest = page.at(-1)?.createdAt
  if (oldest === undefined || page.length < limit) return page
  const justAfter = new Date(Date.parse(oldest) + 1).toISOString()
  const sameInstant = await listRows(reader, 'activities', shopId, { newestFirst: true, createdFrom: oldest, createdTo: justAfter })
  return [...page.filter(({ createdAt }) => createdAt !== oldest), ...sameInstant]
}

export const activityRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/activities',
    summary: 'Audit log of the shop, newest first, a page of `limit` entries or a few more; `before` is the time of the last entry of the page before',
    access: { who: 'member', action: 'read', collection: 'activities', denied: deniedTexts.activities },
    query: activitiesQuery,
    answer: z.array(activityAnswer),
    handler: ({ services, params, query: { limit, before } }) => listPage(services, readShopId(params), limit, before),
  }),
]
