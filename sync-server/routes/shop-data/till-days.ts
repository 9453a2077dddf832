import { z } from 'zod'
import { tillDayAnswer } from '#schema/api/answers/row-answers.ts'
import { tillDayCreateBody, tillDayUpdateBody } from '#schema/api/rows.ts'
import type { TillDay } from '#schema/collections/work/till-days.ts'
import { listTillDays } from '../../queries/rows/shop-lists.ts'
import { readTillSums } from '../../queries/rows/till-sums.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readRoute, readShopId, writeRoutes } from './row-routes.ts'

const [collection, segment, noun] = ['till_days', 'till-days', 'till'] as const

/** A till is closed for good, never deleted: it says what was counted. */
export const tillDayRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `/api/:shopId/${segment}`,
    summary: 'Tills of the shop from opening to closing, newest first, with the amounts expected in them and the differences to those counted',
    access: { who: 'member', action: 'read', collection },
    answer: z.array(tillDayAnswer),
    handler: async ({ services: { reader }, steps, params }) => {
      const { ids, read } = await listTillDays(reader, steps, readShopId(params))
      const toAnswer = async (till: TillDay): Promise<z.infer<typeof tillDayAnswer>> => ({ ...till, ...(await readTillSums(reader, till)) })
      return { ids, read: async (some) => Promise.all((await read(some)).map(toAnswer)) }
    },
  }),
  readRoute(collection, segment, noun),
  ...writeRoutes({ collection, segment, noun, createBody: tillDayCreateBody, updateBody: tillDayUpdateBody }),
]
