import { isRecord } from '#schema/is-record.ts'
import { attachmentMaxBytes, thumbnailMaxBytes, thumbnailTypes } from '#schema/rules/files/attachments.ts'
import { bytesToFileType } from '#schema/rules/files/file-type.ts'
import type { Tx } from '../../db/database.ts'
import type { BringOp } from '../../store/context.ts'
import { toSha256 } from '../../to-sha256.ts'
import { thumbnailName } from './archive-layout.ts'
import type { OpenZip } from './open-zip.ts'

export type BroughtFile = { id: string; part: 'content' | 'thumbnail'; sha256: string; mimeType: string; content: Uint8Array<ArrayBuffer> }

/** What the files of some rows hold, as far as it is what their rows say; those rows then count as stored. */
export async function readFiles(zip: OpenZip, ops: BringOp[], rows: readonly unknown[]): Promise<BroughtFile[]> {
  const nameById = new Map(rows.flatMap((row) => (isRecord(row) && typeof row['file'] === 'string' ? [[String(row['id']).toLowerCase(), row['file']]] : [])))
  const files: BroughtFile[] = []
  for (const [place, op] of ops.entries()) {
    const name = nameById.get(op.id)
    if (name === undefined || !zip.has(name)) continue
    const content = await zip.readBytes(name, attachmentMaxBytes)
    const [sha256, mimeType] = [toSha256(content), bytesToFileType(content)]
    const { values } = op
    if (sha256 !== values['sha256'] || mimeType === null || mimeType !== values['mimeType'] || content.length !== values['byteSize']) continue
    ops[place] = { ...op, values: { ...values, isStored: true } }
    files.push({ id: op.id, part: 'content', sha256, mimeType, content })
    const thumbnail = await readThumbnail(zip, op.id)
    if (thumbnail !== undefined) files.push(thumbnail)
  }
  return files
}

async function readThumbnail(zip: OpenZip, id: string): Promise<BroughtFile | undefined> {
  if (!zip.has(thumbnailName(id))) return undefined
  const content = await zip.readBytes(thumbnailName(id), thumbnailMaxBytes)
  const mimeType = bytesToFileType(content)
  return mimeType !== null && thumbnailTypes.some((type) => type === mimeType)
    ? { id, part: 'thumbnail', sha256: toSha256(content), mimeType, content }
    : undefined
}

const tableByPart = { content: 'attachment_contents', thumbnail: 'attachment_thumbnails' } as const

/** Beside their rows, in the same transaction: a row that says that its content is there is right. */
export async function storeFiles(trx: Tx, files: readonly BroughtFile[], refused: ReadonlyMap<string, unknown>): Promise<void> {
  for (const { id, part, sha256, mimeType, content } of files) {
    if (refused.has(id)) continue
    await trx
      .insertInto(tableByPart[part])
      .values({ attachment_id: id, sha256, mime_type: mimeType, content })
      .onConflict((conflict) => conflict.column('attachment_id').doNothing())
      .execute()
  }
}
