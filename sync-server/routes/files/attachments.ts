import { attachmentCreateBody, attachmentUpdateBody } from '#schema/api/rows.ts'
import type { Route } from '../../registry/registry.ts'
import { listPartsRoute, readRoute, writeRoutes } from '../shop-data/row-routes.ts'

export const attachmentRoutes: readonly Route[] = [
  listPartsRoute('attachments', 'attachments', 'Photos, documents and signatures of the shop, or of one order, oldest first (PHOTO-01)'),
  readRoute('attachments', 'attachments', 'file of an order'),
  ...writeRoutes({
    collection: 'attachments',
    segment: 'attachments',
    noun: 'file of an order',
    createBody: attachmentCreateBody,
    updateBody: attachmentUpdateBody,
  }),
]
