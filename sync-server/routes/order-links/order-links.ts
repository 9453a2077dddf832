import { z } from 'zod'
import { sentEstimateAnswer } from '#schema/api/links/estimates.ts'
import { customerTextBody, linkedOrderAnswer } from '#schema/api/links/order-links.ts'
import { successAnswer } from '#schema/api/portal.ts'
import { AppError } from '#schema/errors.ts'
import { uuidSchema } from '#schema/fields.ts'
import { attachmentTexts, attachmentTypes, thumbnailTypes } from '#schema/rules/files/attachments.ts'
import { logoTypes } from '#schema/rules/shop/profile.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { answerFile, toPublicFile } from '../../http/files/answer-file.ts'
import { toDisposition } from '../../http/files/disposition.ts'
import { openEstimateOfOrder } from '../../portal/estimates/send-estimate.ts'
import { openLink } from '../../portal/open-link.ts'
import { findOrderLink, linkNotOpen, type OrderLink } from '../../portal/order-links/order-links.ts'
import { describeOrder, findLinkedPhoto } from '../../portal/order-links/public-order.ts'
import { takeText } from '../../portal/order-links/take-text.ts'
import { defineRoute, type Route, type RouteTools } from '../../registry/registry.ts'
import { answerLinkedLogo } from '../linked-logo.ts'

/** No session, cookie or enabled portal needed: the link grants access. */

const access = { who: 'anyone' } as const
/** No stricter shape: all invalid links must get the same answer. */
const token = z.string().meta({ description: '43 characters of the link', maxLength: 64 })
const params = z.object({ token })
const path = '/api/public/order-links/:token'

type Call = Pick<RouteTools, 'services' | 'config' | 'limiter'> & { c: Parameters<typeof readClientAddress>[0]; params: { token: string } }

/** @throws AppError NOT_FOUND with the common text; TOO_MANY_REQUESTS after many wrong links */
async function open({ c, config, limiter, services, params: { token: typed } }: Call): Promise<OrderLink> {
  const link = await openLink(limiter, readClientAddress(c, config), () => findOrderLink(services, typed))
  if (link === undefined) throw linkNotOpen()
  return link
}

const photoParts = [
  { part: 'content', mediaTypes: attachmentTypes, missing: attachmentTexts.missing },
  { part: 'thumbnail', mediaTypes: thumbnailTypes, missing: attachmentTexts.thumbnailMissing },
] as const

export const orderLinkRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path,
    summary: 'The order of a customer’s link: how far it is, what it costs, photos for the customer, what was said',
    access,
    params,
    answer: linkedOrderAnswer,
    handler: async (call) => {
      const order = await describeOrder(call.services, await open(call))
      if (order === undefined) throw linkNotOpen()
      return order
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/messages`,
    summary: 'The customer writes to the shop; the same `id` again changes nothing',
    access,
    params,
    body: customerTextBody,
    answer: successAnswer,
    handler: async (call) => {
      const link = await open(call)
      await call.limiter.take('portal text', { shop: link.shopId, order: link.orderId, address: readClientAddress(call.c, call.config) })
      await takeText(call.services, link, call.body)
      return { success: true as const }
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/estimate`,
    summary: 'The link of the estimate that waits for the customer’s answer (EST-02)',
    access,
    params,
    answer: sentEstimateAnswer,
    handler: async (call) => {
      const url = await openEstimateOfOrder(call.services, await open(call), call.config.publicOrigin)
      if (url === undefined) throw linkNotOpen()
      return { url }
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/logo`,
    summary: 'The logo of the shop whose order it is (SHOP-04); its portal may be off',
    access,
    params,
    answer: { mediaTypes: logoTypes, description: 'The picture without its metadata' },
    handler: async (call) => answerLinkedLogo(call, await open(call)),
  }),
  ...photoParts.map(({ part, mediaTypes, missing }) =>
    defineRoute({
      method: 'GET',
      path: `${path}/attachments/:id/${part}`,
      summary: 'A photo for the customer of the link, where staff marked it for them (PHOTO-06)',
      access,
      params: z.object({ token, id: uuidSchema() }),
      answer: { mediaTypes, description: 'The file; a picture without its metadata, such as the place where it was taken' },
      handler: async (call) => {
        const file = await findLinkedPhoto(call.services, part, await open(call), call.params.id)
        if (file === undefined) throw new AppError('NOT_FOUND', missing)
        return answerFile(call.c, toPublicFile(file), { caching: 'private', disposition: toDisposition(file.fileName, file.mimeType) })
      },
    }),
  ),
]
