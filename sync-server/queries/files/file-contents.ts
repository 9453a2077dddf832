import type { Db } from '../../db/database.ts'

export type FilePart = 'content' | 'thumbnail'

export type FileContent = { fileName: string; content: Uint8Array<ArrayBuffer>; mimeType: string; sha256: string }

const tableByPart = { content: 'attachment_contents', thumbnail: 'attachment_thumbnails' } as const satisfies Record<FilePart, string>

const selectPart = (reader: Db, part: FilePart, shopId: string, id: string) =>
  reader
    .selectFrom('attachments as a')
    .innerJoin(`${tableByPart[part]} as c`, 'c.attachment_id', 'a.id')
    .select(['a.file_name as fileName', 'c.content', 'c.mime_type as mimeType', 'c.sha256'])
    .where('a.id', '=', id)
    .where('a.shop_id', '=', shopId)
    .where('a.deleted', '=', 0)

/** The content of an undeleted file of the shop, if uploaded. */
export const findFileContent = (reader: Db, part: FilePart, shopId: string, id: string): Promise<FileContent | undefined> =>
  selectPart(reader, part, shopId, id).executeTakeFirst()

/** For the portal: only shared files of the customer's undeleted orders. */
export const findPortalFile = (reader: Db, part: FilePart, shopId: string, id: string, customerId: string): Promise<FileContent | undefined> =>
  selectPart(reader, part, shopId, id)
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .where('o.customer_id', '=', customerId)
    .where('o.deleted', '=', 0)
    .where('a.for_customer', '=', 1)
    .where('a.is_stored', '=', 1)
    .executeTakeFirst()

/** For a link to an order: only its shared files. */
export const findOrderFile = (reader: Db, part: FilePart, shopId: string, id: string, orderId: string): Promise<FileContent | undefined> =>
  selectPart(reader, part, shopId, id).where('a.order_id', '=', orderId).where('a.for_customer', '=', 1).where('a.is_stored', '=', 1).executeTakeFirst()

type PortalFile = { id: string; fileName: string; mimeType: string; width: number | null; height: number | null; caption: string | null }

/** Shared files of these orders, by order, oldest first. */
export async function listPortalFiles(reader: Db, shopId: string, orderIds: readonly string[]): Promise<Map<string, PortalFile[]>> {
  const rows = await reader
    .selectFrom('attachments')
    .select(['id', 'order_id as orderId', 'file_name as fileName', 'mime_type as mimeType', 'width', 'height', 'caption'])
    .where('order_id', 'in', orderIds)
    .where('shop_id', '=', shopId)
    .where('deleted', '=', 0)
    .where('for_customer', '=', 1)
    .where('is_stored', '=', 1)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const filesByOrder = new Map<string, PortalFile[]>()
  for (const { orderId, ...file } of rows) filesByOrder.set(orderId, [...(filesByOrder.get(orderId) ?? []), file])
  return filesByOrder
}
