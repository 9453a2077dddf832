import { z } from 'zod'
import { AppError } from '#schema/errors.ts'
import { instantSchema, uuidSchema } from '#schema/fields.ts'
import { isRecord } from '#schema/is-record.ts'
import type { PendingFile } from './files-store.ts'
import { findJsonList } from './json-list.ts'

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

const toCarried = ({ content, thumbnail, draftKey: _, ...file }: PendingFile) => ({
  ...file,
  content: bytesToBase64(content),
  thumbnail: thumbnail === null ? null : bytesToBase64(thumbnail),
})

/**
 * Adds file contents to the export of unsent changes and counts them. Each content is its own blob part: together they
 * may exceed the longest possible string. @throws AppError UNAVAILABLE where the browser has no room for it
 */
export async function addFilesToExport<Exported extends { text: string }>(
  exported: Exported,
  files: AsyncIterable<PendingFile>,
  join = (parts: Blob[]): Blob => new Blob(parts, { type: 'application/json' }),
): Promise<Exported & { files: number; blob?: Blob }> {
  const parts: Blob[] = []
  for await (const file of files) parts.push(new Blob([parts.length === 0 ? '' : ',', JSON.stringify(toCarried(file))]))
  if (parts.length === 0) return { ...exported, files: 0 }
  const opened = exported.text.slice(0, exported.text.lastIndexOf('}'))
  const blob = join([new Blob([opened, ',"files":[']), ...parts, new Blob([']}'])])
  // A browser without room for the blob reports that only on reading; unread, it would save an empty file.
  await blob
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => Promise.reject(new AppError('UNAVAILABLE', tooLargeText)))
  return { ...exported, files: parts.length, blob }
}

const tooLargeText = 'The photos are too large for one file in this browser. Send some of them first, or free space on this device.'

/** `text`: the changes alone. `files` reads the contents one at a time. @throws AppError VALIDATION naming the damaged one */
type CarriedWork = { text: string; files: () => AsyncGenerator<PendingFile> }

/** Longer than any text that this app writes. */
const textMaxBytes = 400_000_000

/** Splits an export file into changes and contents; @throws AppError VALIDATION */
export async function readCarried(content: string | Blob, scan = findJsonList): Promise<CarriedWork> {
  const blob = typeof content === 'string' ? new Blob([content]) : content
  const found = await scan(blob, 'files')
  const head = found === undefined ? blob : new Blob([blob.slice(0, found.start), '[]', blob.slice(found.end)])
  if (head.size > textMaxBytes) throw new AppError('VALIDATION', 'The file is damaged: its end is missing, or it is not a file of unsent changes.')
  const text = await head.text()
  if (found === undefined && holdsFiles(text)) throw new AppError('VALIDATION', 'The file is damaged: its list of photos cannot be read.')
  const entries = found?.entries ?? []
  return {
    text,
    async *files() {
      for (const [index, { start, end }] of entries.entries()) {
        const parsed = carriedSchema.safeParse(parseOrNothing(await blob.slice(start, end).text()))
        if (!parsed.success) throw new AppError('VALIDATION', `Photo ${index + 1} of ${entries.length} in the file is damaged. Nothing was added.`)
        const { content: bytes, thumbnail, ...file } = parsed.data
        yield { ...file, draftKey: null, content: base64ToBytes(bytes), thumbnail: thumbnail === null ? null : base64ToBytes(thumbnail) }
      }
    },
  }
}

const holdsFiles = (text: string): boolean => {
  const raw = parseOrNothing(text)
  return isRecord(raw) && raw['files'] !== undefined
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** At most as many bytes as one call takes as arguments. */
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
