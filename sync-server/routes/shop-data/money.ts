import { z } from 'zod'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { costCreateBody, costUpdateBody, paymentCreateBody, paymentUpdateBody, reportQuery, type RowValues } from '#schema/api/rows.ts'
import { dayToInstantRange } from '#schema/rules/text/calendar.ts'
import { deniedTexts } from '#schema/rules/access/denied-texts.ts'
import { noteExport } from '../../session/security-log.ts'
import { listMoney, listPartsOfOrders } from '../../queries/rows/shop-lists.ts'
import { readDayZone } from '../../queries/shop-profiles.ts'
import type { Services } from '../../services.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readId, readRoute, readShopId, writeRoutes } from './row-routes.ts'

type MoneyCollection = 'payments' | 'costs'

/** Members may read their shop's money; filtering it by date needs the report privilege. */
export const reportPrivilege = { parameters: ['dateFrom', 'dateTo'], privilege: 'view_report', denied: deniedTexts.reports } as const

type ReportQuery = z.infer<typeof reportQuery>

export const isReport = ({ dateFrom, dateTo }: ReportQuery): boolean => dateFrom !== undefined || dateTo !== undefined

type Asked = { shopId: string; caller: { userId: string }; query: ReportQuery; /** For the security log. */ what: string }

/** The instants of the asked days, open where none is asked; a report is noted in the security log. */
export async function openReport(services: Services, { shopId, caller: { userId }, query, what }: Asked): Promise<{ from: string | null; to: string | null }> {
  if (isReport(query)) await noteExport(services, { userId, shopId, detail: `Report of ${what}` })
  const { fromInstant, toInstantExclusive } = dayToInstantRange(
    query.dateFrom ?? null,
    query.dateTo ?? null,
    query.timezone ?? (await readDayZone(services.reader, shopId)),
  )
  return { from: fromInstant, to: toInstantExclusive }
}

function moneyRoutesOf(collection: MoneyCollection, noun: string, createBody: z.ZodType<RowValues>, updateBody: z.ZodType<RowValues>): Route[] {
  const access = { who: 'member', action: 'read', collection } as const
  const list = z.array(rowAnswerByCollection[collection])
  return [
    defineRoute({
      method: 'GET',
      path: `/api/:shopId/${collection}`,
      summary: `All ${collection} of the shop, oldest first; dateFrom and dateTo (days of the zone, inclusive) make it a report`,
      access,
      queryPrivilege: reportPrivilege,
      query: reportQuery,
      answer: list,
      handler: async ({ services, steps, caller, params, query }) => {
        const shopId = readShopId(params)
        return listMoney(services.reader, steps, collection, shopId, await openReport(services, { shopId, caller, query, what: collection }))
      },
    }),
    defineRoute({
      method: 'GET',
      path: `/api/:shopId/orders/:id/${collection}`,
      summary: `All ${collection} of one order, oldest first`,
      access,
      answer: list,
      handler: async ({ services, steps, params }) => {
        const order = await getRow(services, 'orders', readShopId(params), readId(params))
        return listPartsOfOrders(services.reader, steps, collection, order.shopId, order.id)
      },
    }),
    readRoute(collection, collection, noun),
    ...writeRoutes({ collection, segment: collection, noun, createBody, updateBody }),
  ]
}

export const moneyRoutes: readonly Route[] = [
  ...moneyRoutesOf('payments', 'payment', paymentCreateBody, paymentUpdateBody),
  ...moneyRoutesOf('costs', 'cost', costCreateBody, costUpdateBody),
]
