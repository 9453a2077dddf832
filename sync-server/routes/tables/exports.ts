import { Readable } from 'node:stream'
import { writeArchive } from '../../commands/archive/write-archive.ts'
import { findShop } from '../../queries/shops.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { readShopId } from '../shop-data/row-routes.ts'

export const exportRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/export',
    summary: 'Everything of the shop as a zip: CSV and JSON of every kind of row, files of orders; no passcodes, codes or passwords (CSV-02)',
    access: { who: 'member', privilege: 'view_shop_setting' },
    answer: { mediaTypes: ['application/zip'], description: 'The zip, made while it is sent' },
    handler: async ({ services, params }) => {
      const shopId = readShopId(params)
      const archive = await writeArchive(services, shopId)
      const shop = await findShop(services.reader, shopId)
      const name = `${(shop?.name ?? '').replaceAll(/[^A-Za-z0-9]+/g, '_')}_${services.clock().toISOString().slice(0, 10)}.zip`
      const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': `attachment; filename="${name}"`, 'X-Content-Type-Options': 'nosniff' }
      return new Response(toWebStream(archive), { headers })
    },
  }),
]

/** Node's own type of web streams is not the platform's, though it is one. */
const toWebStream = (stream: Readable): ReadableStream<Uint8Array> => Readable.toWeb(stream) as ReadableStream<Uint8Array>
