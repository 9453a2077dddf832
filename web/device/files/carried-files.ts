import { z } from 'zod'
import { AppError } from '#schema/errors.ts'
import { instantSchema, uuidSchema } from '#schema/fields.ts'
import type { PendingFile } from './files-store.ts'

const base64Schema = z.base64()

const factsSchema = z.object({
  kind: z.enum(['photo', 'document', 'signature']),
  fileName: z.string(),
  mimeType: z.string(),
  byteSize: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  sha256: z.string(),
  caption: z.string().nullable(),
  forCustomer: z.boolean(),
  takenAt: instantSchema(),
  signedName: z.string().optional(),
  signedTerms: z.string().optional(),
})

const carriedSchema = z.object({
  id: uuidSchema(),
  shopId: uuidSchema(),
  orderId: uuidSchema().nullable(),
  facts: factsSchema,
  content: base64Schema,
  thumbnail: base64Schema.nullable(),
  thumbnailType: z.string().nullable(),
  storedAt: instantSchema(),
  trouble: z.string().nullable(),
})

/** The text of a file of unsent changes with contents in it. Who knows nothing of them passes them over. */
export function addFiles(text: string, files: readonly PendingFile[]): string {
  if (files.length === 0) return text
  const carried = files.map(({ content, thumbnail, draftKey: _, ...file }) => ({
    ...file,
    content: bytesToBase64(content),
    thumbnail: thumbnail === null ? null : bytesToBase64(thumbnail),
  }))
  return JSON.stringify({ ...(JSON.parse(text) as object), files: carried })
}

/** The file of unsent changes with contents in it; it says how many there are. */
export const addFilesToExport = <Exported extends { text: string }>(exported: Exported, files: readonly PendingFile[]): Exported & { files: number } => ({
  ...exported,
  text: addFiles(exported.text, files),
  files: files.length,
})

/** The contents in the text; none where an older version wrote it. @throws AppError VALIDATION that says which is damaged */
export function readFiles(text: string): PendingFile[] {
  const { files = [] } = JSON.parse(text) as { files?: unknown }
  if (!Array.isArray(files)) throw new AppError('VALIDATION', 'The file is damaged: its list of photos cannot be read.')
  return files.map((raw: unknown, index) => {
    const parsed = carriedSchema.safeParse(raw)
    if (!parsed.success) throw new AppError('VALIDATION', `Photo ${index + 1} of ${files.length} in the file is damaged. Nothing was taken in.`)
    const { content, thumbnail, ...file } = parsed.data
    return { ...file, draftKey: null, content: base64ToBytes(content), thumbnail: thumbnail === null ? null : base64ToBytes(thumbnail) }
  })
}

/** So many bytes at once as one call takes arguments. */
const chunkBytes = 0x8000

function bytesToBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) parts.push(String.fromCharCode(...bytes.subarray(at, at + chunkBytes)))
  return btoa(parts.join(''))
}

function base64ToBytes(text: string): ArrayBuffer {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes.buffer
}
