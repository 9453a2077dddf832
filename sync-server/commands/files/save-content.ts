import type { Attachment } from '#schema/collections/work/attachments.ts'
import { AppError } from '#schema/errors.ts'
import { attachmentTexts, thumbnailTypes } from '#schema/rules/files/attachments.ts'
import { bytesToFileType } from '#schema/rules/files/file-type.ts'
import type { Tx } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { rowToContent, toTypedDocument } from '../../store/rows.ts'
import { tableOf } from '../../store/table.ts'
import { applyTogether } from '../../store/write.ts'
import { toSha256 } from '../../to-sha256.ts'
import { assertDrawable } from './assert-drawable.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Stores a file's content and sets `isStored` in one transaction. Storing the same bytes again changes nothing.
 * @throws AppError NOT_FOUND, DELETED, CONFLICT, VALIDATION, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export async function saveContent(services: Services, userId: string | null, shopId: string, id: string, content: Bytes): Promise<Attachment> {
  const mimeType = bytesToFileType(content)
  if (mimeType === null) throw new AppError('UNSUPPORTED_MEDIA_TYPE', attachmentTexts.unsupported)
  assertDrawable(content)
  const sha256 = toSha256(content)
  return applyTogether(
    services,
    userId,
    async ({ trx, apply }) => {
      const row = await readLiving(trx, shopId, id)
      const stored = await trx.selectFrom('attachment_contents').select('sha256').where('attachment_id', '=', id).executeTakeFirst()
      if (stored !== undefined && stored.sha256 !== sha256) throw new AppError('CONFLICT', attachmentTexts.otherContent)
      if (content.length !== row.byteSize) throw new AppError('VALIDATION', attachmentTexts.wrongSize)
      if (sha256 !== row.sha256) throw new AppError('VALIDATION', attachmentTexts.wrongHash)
      if (mimeType !== row.mimeType) throw new AppError('VALIDATION', attachmentTexts.wrongType)
      if (stored === undefined) await trx.insertInto('attachment_contents').values({ attachment_id: id, sha256, mime_type: mimeType, content }).execute()
      if (row.isStored) return row
      await apply(shopId, [{ action: 'set', collection: 'attachments', id, values: {}, serverValues: { isStored: true } }])
      return readLiving(trx, shopId, id)
    },
    { origin: 'rest', shopIds: [shopId] },
  )
}

/** Stores or replaces a file's thumbnail, which may arrive before the content. */
export async function saveThumbnail(services: Services, userId: string | null, shopId: string, id: string, content: Bytes): Promise<void> {
  const mimeType = bytesToFileType(content)
  if (mimeType === null || !thumbnailTypes.some((type) => type === mimeType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE', attachmentTexts.thumbnailUnsupported)
  assertDrawable(content)
  const values = { sha256: toSha256(content), mime_type: mimeType, content }
  await applyTogether(
    services,
    userId,
    async ({ trx }) => {
      await readLiving(trx, shopId, id)
      await trx
        .insertInto('attachment_thumbnails')
        .values({ attachment_id: id, ...values })
        .onConflict((conflict) => conflict.column('attachment_id').doUpdateSet(values))
        .execute()
    },
    { origin: 'rest', shopIds: [shopId] },
  )
}

/** DELETED makes a device stop uploading; another shop's row answers NOT_FOUND, like one not pushed yet. */
async function readLiving(trx: Tx, shopId: string, id: string): Promise<Attachment> {
  const table = tableOf('attachments')
  const [row] = await table.find(trx, { id })
  if (!row || row.shopId !== shopId) throw new AppError('NOT_FOUND', 'File not found')
  if (row.deleted === 1) throw new AppError('DELETED', 'File was deleted in the meantime')
  return toTypedDocument<'attachments'>(rowToContent(table, row))
}
