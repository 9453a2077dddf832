import type { Order } from '#schema/collections/work/orders.ts'
import { AppError } from '#schema/errors.ts'
import { portalOrderStatusName, portalPhotoMinutes, portalPhotosMax, portalTexts } from '#schema/rules/customers/portal.ts'
import { attachmentTexts, photoTypes } from '#schema/rules/files/attachments.ts'
import { bytesToFileType, toSavedName } from '#schema/rules/files/file-type.ts'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { Services } from '../../services.ts'
import { applyTogether } from '../../store/write.ts'
import { toSha256 } from '../../to-sha256.ts'
import { assertDrawable } from './assert-drawable.ts'

const minuteMs = 60_000

/**
 * Stores a customer's photo of an order that they have just made, with its row, in one transaction. The same photo again
 * changes nothing.
 * @throws AppError CONFLICT, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
 */
export async function savePortalPhoto(services: Services, order: Order, id: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const mimeType = bytesToFileType(content)
  if (mimeType === null || !photoTypes.some((type) => type === mimeType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE', attachmentTexts.photoType)
  assertDrawable(content)
  const sha256 = toSha256(content)
  const { shopId, id: orderId, orderStatusId, createdAt } = order
  const isNew = services.clock().getTime() - Date.parse(createdAt) < portalPhotoMinutes * minuteMs
  if (!isNew || orderStatusId !== orderStatusIdByName[portalOrderStatusName]) throw new AppError('CONFLICT', portalTexts.photosClosed)
  await applyTogether(
    services,
    null,
    async ({ trx, apply }) => {
      const known = await trx.selectFrom('attachments').select(['order_id', 'sha256']).where('id', '=', id).executeTakeFirst()
      if (known?.order_id === orderId && known.sha256 === sha256) return
      if (known !== undefined) throw new AppError('CONFLICT', attachmentTexts.otherContent)
      const added = await trx.selectFrom('attachments').select('id').where('order_id', '=', orderId).limit(portalPhotosMax).execute()
      if (added.length >= portalPhotosMax) throw new AppError('CONFLICT', portalTexts.photosFull)
      const fileName = toSavedName(`From the customer ${added.length + 1}`, mimeType)
      const values = { orderId, kind: 'photo', fileName, mimeType, byteSize: content.length, sha256, forCustomer: true }
      await apply(shopId, [{ action: 'create', collection: 'attachments', id, values, serverValues: { isStored: true } }])
      await trx.insertInto('attachment_contents').values({ attachment_id: id, sha256, mime_type: mimeType, content }).execute()
    },
    { origin: 'portal', shopIds: [shopId] },
  )
}
