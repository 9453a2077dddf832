import { z } from 'zod'
import { taxRateAnswer } from '#schema/api/answers/row-answers.ts'
import { taxRateCreateBody, taxRateUpdateBody } from '#schema/api/rows.ts'
import { listTaxRates } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readRoute, readShopId, writeRoutes } from './row-routes.ts'

const [collection, segment, noun] = ['tax_rates', 'tax-rates', 'tax rate'] as const

/** A rate is archived, never deleted: papers of the past name it. */
export const taxRateRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `/api/:shopId/${segment}`,
    summary: 'Tax rates of the shop by name, also archived ones',
    access: { who: 'member', action: 'read', collection },
    answer: z.array(taxRateAnswer),
    handler: ({ services, steps, params }) => listTaxRates(services.reader, steps, readShopId(params)),
  }),
  readRoute(collection, segment, noun),
  ...writeRoutes({ collection, segment, noun, createBody: taxRateCreateBody, updateBody: taxRateUpdateBody }),
]
