import type { Attachment } from '#schema/collections/work/attachments.ts'
import type { Device } from '../device-types.ts'

type Change = Partial<Pick<Attachment, 'caption' | 'forCustomer'>>

export const updateAttachment = (device: Device, { id, shopId }: Attachment, values: Change): Promise<unknown> =>
  device.write(shopId, [{ action: 'update', collection: 'attachments', id, values }])

/** Deletes the row; the returned function restores it. Unsent content stays here for that. */
export async function deleteAttachment(device: Device, { id, shopId, fileName }: Attachment): Promise<() => Promise<unknown>> {
  const { mutationId } = await device.write(shopId, [{ action: 'delete', collection: 'attachments', id }])
  return () => device.write(shopId, [{ action: 'restore', collection: 'attachments', id, title: fileName, deletion: mutationId ?? undefined }])
}
