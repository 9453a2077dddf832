import { z } from 'zod'
import { estimateDecisionBody, publicEstimateAnswer } from '#schema/api/links/estimates.ts'
import { AppError } from '#schema/errors.ts'
import { uuidSchema } from '#schema/fields.ts'
import { attachmentTexts, attachmentTypes, thumbnailTypes } from '#schema/rules/files/attachments.ts'
import { logoTypes } from '#schema/rules/shop/profile.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { answerFile, toPublicFile } from '../../http/files/answer-file.ts'
import { toDisposition } from '../../http/files/disposition.ts'
import { decideEstimate } from '../../portal/estimates/decide-estimate.ts'
import { linkNotOpen, type EstimateLink } from '../../portal/estimates/estimate-links.ts'
import { describeEstimate, findEstimatePhoto, findShownLink } from '../../portal/estimates/public-estimate.ts'
import { openLink } from '../../portal/open-link.ts'
import { defineRoute, type Route, type RouteTools } from '../../registry/registry.ts'
import { answerLinkedLogo } from '../linked-logo.ts'

/** No session, cookie or enabled portal needed: the link grants access. */

const access = { who: 'anyone' } as const
/** No stricter shape: all invalid links must get the same answer. */
const token = z.string().meta({ description: '43 characters of the link', maxLength: 64 })
const params = z.object({ token })

type Call = Pick<RouteTools, 'services' | 'config' | 'limiter'> & { c: Parameters<typeof readClientAddress>[0] }

/** @throws AppError NOT_FOUND with the common text; TOO_MANY_REQUESTS after many wrong links */
async function open({ c, config, limiter }: Call, find: () => Promise<EstimateLink | undefined>): Promise<EstimateLink> {
  const link = await openLink(limiter, readClientAddress(c, config), find)
  if (link === undefined) throw linkNotOpen()
  return link
}

const photoParts = [
  { part: 'content', mediaTypes: attachmentTypes, missing: attachmentTexts.missing },
  { part: 'thumbnail', mediaTypes: thumbnailTypes, missing: attachmentTexts.thumbnailMissing },
] as const

export const estimateLinkRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/public/estimates/:token',
    summary: 'The estimate of a customer’s link, while it waits for their answer and after it (EST-02, EST-05)',
    access,
    params,
    answer: publicEstimateAnswer,
    handler: async (call) => {
      const { services } = call
      const estimate = await describeEstimate(services.reader, await open(call, () => findShownLink(services, call.params.token)))
      if (estimate === undefined) throw linkNotOpen()
      return estimate
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/public/estimates/:token/decision',
    summary: 'The customer approves or declines, once, then 409; the same `press` again gets the same answer (EST-02)',
    access,
    params,
    body: estimateDecisionBody,
    answer: publicEstimateAnswer,
    handler: async (call) => {
      const { services, body } = call
      const link = await open(call, () => findShownLink(services, call.params.token))
      const estimate = await decideEstimate(services, link, body)
      if (estimate === undefined) throw linkNotOpen()
      return estimate
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/public/estimates/:token/logo',
    summary: 'The logo of the shop whose estimate it is (SHOP-04); its portal may be off',
    access,
    params,
    answer: { mediaTypes: logoTypes, description: 'The picture without its metadata' },
    handler: async (call) => answerLinkedLogo(call, await open(call, () => findShownLink(call.services, call.params.token))),
  }),
  ...photoParts.map(({ part, mediaTypes, missing }) =>
    defineRoute({
      method: 'GET',
      path: `/api/public/estimates/:token/attachments/:id/${part}`,
      summary: 'A photo for the customer of the link, where staff marked it for them (PHOTO-06)',
      access,
      params: z.object({ token, id: uuidSchema() }),
      answer: { mediaTypes, description: 'The file; a picture without its metadata, such as the place where it was taken' },
      handler: async (call) => {
        const { services } = call
        const link = await open(call, () => findShownLink(services, call.params.token))
        const file = await findEstimatePhoto(services.reader, part, link, call.params.id)
        if (file === undefined) throw new AppError('NOT_FOUND', missing)
        return answerFile(call.c, toPublicFile(file), { caching: 'private', disposition: toDisposition(file.fileName, file.mimeType) })
      },
    }),
  ),
]
