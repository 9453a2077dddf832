import { AppError } from '#schema/errors.ts'
import { writeCustomerArchive } from '../../commands/archive/write-customer-archive.ts'
import { writeArchive } from '../../commands/archive/write-archive.ts'
import { streamInTurn } from '../../http/files/stream-in-turn.ts'
import { findShop } from '../../queries/shops.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readId, readShopId } from '../shop-data/row-routes.ts'

export const exportRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/export',
    summary:
      'Everything of the shop as a zip: CSV and JSON of every kind of row, files of orders; no passcodes, codes or passwords, and activities only for those who may see them (CSV-02)',
    access: { who: 'member', privilege: 'view_shop_setting' },
    answer: { mediaTypes: ['application/zip'], description: 'The zip, made while it is sent' },
    handler: async ({ services, caller, params, exports }) => {
      const shopId = readShopId(params)
      const shop = await findShop(services.reader, shopId)
      if (shop === undefined) throw new AppError('NOT_FOUND')
      const archive = await streamInTurn(exports, caller.userId, () =>
        writeArchive(services, shopId, { withActivities: caller.privileges.has('view_activity') }),
      )
      return answerZip(archive, shop.name, services.clock())
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/customers/:id/export',
    summary:
      'All data of a customer as a zip: CSV and JSON of the customer, devices, orders and what belongs to them, and files; without what the shop paid, and activities only for those who may see them. Noted in the activities',
    access: { who: 'member', privilege: 'view_shop_setting' },
    answer: { mediaTypes: ['application/zip'], description: 'The zip, made while it is sent' },
    handler: async ({ services, caller, params, exports }) => {
      const asked = { shopId: readShopId(params), customerId: readId(params), userId: caller.userId, withActivities: caller.privileges.has('view_activity') }
      return answerZip(await streamInTurn(exports, caller.userId, () => writeCustomerArchive(services, asked)), 'Customer', services.clock())
    },
  }),
]

function answerZip(archive: ReadableStream<Uint8Array>, title: string, now: Date): Response {
  const name = `${title.replaceAll(/[^A-Za-z0-9]+/g, '_')}_${now.toISOString().slice(0, 10)}.zip`
  const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': `attachment; filename="${name}"`, 'X-Content-Type-Options': 'nosniff' }
  return new Response(archive, { headers })
}
