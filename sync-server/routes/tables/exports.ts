import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { AppError } from '#schema/errors.ts'
import { writeArchive } from '../../commands/archive/write-archive.ts'
import { findShop } from '../../queries/shops.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import type { Turns } from '../../turns.ts'
import { readShopId } from '../shop-data/row-routes.ts'

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
      const name = `${shop.name.replaceAll(/[^A-Za-z0-9]+/g, '_')}_${services.clock().toISOString().slice(0, 10)}.zip`
      const archive = await takeTurn(exports, caller.userId, () => writeArchive(services, shopId, { withActivities: caller.privileges.has('view_activity') }))
      const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': `attachment; filename="${name}"`, 'X-Content-Type-Options': 'nosniff' }
      return new Response(toWebStream(archive), { headers })
    },
  }),
]

/** Answers as soon as the stream begins, and releases the turn when it ends or fails. */
const takeTurn = (turns: Turns, from: string, begin: () => Promise<Readable>): Promise<Readable> =>
  new Promise((resolve, reject) => {
    const work = async (): Promise<void> => {
      const stream = await begin()
      resolve(stream)
      await finished(stream).catch(() => undefined)
    }
    turns.run({ from }, work).catch(reject)
  })

/** Node's web stream type differs from the DOM type. */
const toWebStream = (stream: Readable): ReadableStream<Uint8Array> => Readable.toWeb(stream) as ReadableStream<Uint8Array>
