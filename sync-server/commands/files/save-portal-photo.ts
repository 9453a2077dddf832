import type { Order } from '#schema/collections/work/orders.ts'
import { AppError } from '#schema/errors.ts'
import { portalOrderStatusName, portalPhotoMinutes, portalPhotosMax, portalTexts } from '#schema/rules/customers/portal.ts'
import { attachmentTexts } from '#schema/rules/files/attachments.ts'
import { bytesToFileType, toSavedName } from '#schema/rules/files/file-type.ts'
import { readPictureSize } from '#schema/rules/files/metadata/picture-size.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Services } from '../../services.ts'
import { applyTogether } from '../../store/write.ts'
import { toSha256 } from '../../to-sha256.ts'
import { assertDrawable } from './assert-drawable.ts'

const minuteMs = 60_000

export const photosClosed = 'Photos can be added for an hour after the order was made. Please show it at the counter.'

/**
 * Stores a customer's photo of an order that they have just made, with its row, in one transaction. The same picture
 * again changes nothing. Deleted photos count, so that nobody fills the shop's disk by turns.
 * @throws AppError CONFLICT, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
 */
export async function savePortalPhoto(services: Services, order: Order, id: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const mimeType = bytesToFileType(content)
  // A document has no size, either.
  if (mimeType === null || readPictureSize(content) === undefined) throw new AppError('UNSUPPORTED_MEDIA_TYPE', attachmentTexts.photoType)
  assertDrawable(content)
  const sha256 = toSha256(content)
  const { shopId, id: orderId, orderStatusId, createdAt } = order
  const isNew = services.clock().getTime() - Date.parse(createdAt) < portalPhotoMinutes * minuteMs
  if (!isNew || orderStatusId !== orderStatusIdByName[portalOrderStatusName]) throw new AppError('CONFLICT', photosClosed)
  await applyTogether(
    services,
    null,
    async ({ trx, apply }) => {
      const added = await trx.selectFrom('attachments').select('sha256').where('order_id', '=', orderId).execute()
      if (added.some((file) => file.sha256 === sha256)) return
      const taken = await trx.selectFrom('attachments').select('id').where('id', '=', id).executeTakeFirst()
      if (taken !== undefined) throw new AppError('CONFLICT', attachmentTexts.otherContent)
      if (added.length >= portalPhotosMax) throw new AppError('CONFLICT', portalTexts.photosFull)
      const fileName = toSavedName(`From the customer ${added.length + 1}`, mimeType)
      const values = { orderId, kind: 'photo', fileName, mimeType, byteSize: content.length, sha256, forCustomer: true }
      await apply(shopId, [{ action: 'create', collection: 'attachments', id, values, serverValues: { isStored: true } }])
      await trx.insertInto('attachment_contents').values({ attachment_id: id, sha256, mime_type: mimeType, content }).execute()
    },
    { origin: 'portal', shopIds: [shopId] },
  )
}
