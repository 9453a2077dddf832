import { z } from 'zod'
import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { attachmentCreateBody, attachmentsQuery, attachmentUpdateBody } from '#schema/api/rows.ts'
import { listAttachments } from '../../queries/rows/shop-lists.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'
import { getRow, readRoute, readShopId, writeRoutes } from '../shop-data/row-routes.ts'

const readFiles = { who: 'member', action: 'read', collection: 'attachments' } as const

export const attachmentRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/:shopId/attachments',
    summary: 'Photos, documents and signatures of the shop, or of one order, oldest first (PHOTO-01)',
    access: readFiles,
    query: attachmentsQuery,
    answer: z.array(rowAnswerByCollection.attachments),
    handler: async ({ services, steps, params, query }) => {
      const shopId = readShopId(params)
      const order = query.orderId === undefined ? undefined : await getRow(services, 'orders', shopId, query.orderId)
      return listAttachments(services.reader, steps, shopId, order?.id)
    },
  }),
  readRoute('attachments', 'attachments', 'file of an order'),
  ...writeRoutes({
    collection: 'attachments',
    segment: 'attachments',
    noun: 'file of an order',
    createBody: attachmentCreateBody,
    updateBody: attachmentUpdateBody,
  }),
]
