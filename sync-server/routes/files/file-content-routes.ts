import { rowAnswerByCollection } from '#schema/api/answers/row-answers.ts'
import { AppError } from '#schema/errors.ts'
import { attachmentMaxBytes, attachmentTexts, attachmentTypes, thumbnailMaxBytes, thumbnailTypes } from '#schema/rules/files/attachments.ts'
import { saveContent, saveThumbnail } from '../../commands/files/save-content.ts'
import { answerFile, toPublicFile } from '../../http/files/answer-file.ts'
import { toDisposition } from '../../http/files/disposition.ts'
import { type FileContent, findFileContent, findPortalFile } from '../../queries/files/file-contents.ts'
import { defineRoute, emptyAnswer, type Route, type RouteTools } from '../../registry/registry.ts'
import { readId, readShopId } from '../shop-data/row-routes.ts'

const parts = [
  { part: 'content', what: 'What a file of an order holds', mediaTypes: attachmentTypes, missing: attachmentTexts.missing },
  { part: 'thumbnail', what: 'The small picture of a file', mediaTypes: thumbnailTypes, missing: attachmentTexts.thumbnailMissing },
] as const

const changeFiles = { who: 'member', action: 'update', collection: 'attachments' } as const

type Call = Pick<RouteTools, 'services'> & { c: Parameters<typeof answerFile>[0] }

function answerPart({ c }: Call, file: FileContent | undefined, missing: string): Response {
  if (file === undefined) throw new AppError('NOT_FOUND', missing)
  return answerFile(c, file, { caching: 'private', disposition: toDisposition(file.fileName, file.mimeType) })
}

const readRouteOf = ({ part, what, mediaTypes, missing }: (typeof parts)[number]): Route =>
  defineRoute({
    method: 'GET',
    path: `/api/:shopId/attachments/:id/${part}`,
    summary: `${what} (PHOTO-02)`,
    access: { who: 'member', action: 'read', collection: 'attachments' },
    answer: { mediaTypes, description: 'The file as it was sent' },
    handler: async (call) => answerPart(call, await findFileContent(call.services.reader, part, readShopId(call.params), readId(call.params)), missing),
  })

export const fileContentRoutes: readonly Route[] = [
  ...parts.map(readRouteOf),
  defineRoute({
    method: 'PUT',
    path: '/api/:shopId/attachments/:id/content',
    summary: 'Send what a file holds, as its row describes it; the row is answered. Again has no effect, other bytes are a conflict (PHOTO-02)',
    access: changeFiles,
    content: { mediaTypes: attachmentTypes, maxBytes: attachmentMaxBytes, tooLarge: attachmentTexts.tooLarge, unsupported: attachmentTexts.unsupported },
    answer: rowAnswerByCollection.attachments,
    handler: ({ services, caller, params, content }) => saveContent(services, caller.userId, readShopId(params), readId(params), content),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/:shopId/attachments/:id/thumbnail',
    summary: 'Send the small picture of a file; a newer one replaces it (PHOTO-02)',
    access: changeFiles,
    content: {
      mediaTypes: thumbnailTypes,
      maxBytes: thumbnailMaxBytes,
      tooLarge: attachmentTexts.thumbnailTooLarge,
      unsupported: attachmentTexts.thumbnailUnsupported,
    },
    answer: emptyAnswer,
    handler: ({ services, caller, params, content }) => saveThumbnail(services, caller.userId, readShopId(params), readId(params), content),
  }),
]

export const portalFileRoutes: readonly Route[] = parts.map(({ part, what, mediaTypes, missing }) =>
  defineRoute({
    method: 'GET',
    path: `/api/public/:shopId/attachments/:id/${part}`,
    summary: `${what}, for the verified customer of its order, where staff marked it for them (PHOTO-06)`,
    access: { who: 'customer' },
    answer: { mediaTypes, description: 'The file; a picture without its metadata, such as the place where it was taken' },
    handler: async (call) => {
      const { customerId, choices } = call.customer
      // Until the caller has chosen among customers with the same number, they are not verified.
      const file = choices.length > 0 ? undefined : await findPortalFile(call.services.reader, part, readShopId(call.params), readId(call.params), customerId)
      return answerPart(call, file && toPublicFile(file), missing)
    },
  }),
)
