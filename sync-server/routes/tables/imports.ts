import { importAnswer, importBody, importBodyMaxBytes, importTooLarge } from '#schema/api/shop/table-import.ts'
import { importTable } from '../../commands/tables/import-table.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readShopId } from '../shop-data/row-routes.ts'

export const importRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/:shopId/imports',
    summary: 'Import customers, orders or products from the text of a CSV file; the same file again changes nothing, `dryRun` stores nothing (CSV-01)',
    access: { who: 'member', privilege: 'view_shop_setting' },
    body: importBody,
    largeBody: { maxBytes: importBodyMaxBytes, tooLarge: importTooLarge },
    answer: importAnswer,
    handler: ({ services, caller, params, body }) => importTable(services, caller.userId, readShopId(params), body),
  }),
]
