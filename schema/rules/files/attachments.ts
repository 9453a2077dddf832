import { AppError } from '../../errors.ts'
import { attachmentMaxBytes } from './file-limits.ts'
import type { FileType } from './file-type.ts'

export { attachmentMaxBytes } from './file-limits.ts'

export const attachmentTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const satisfies readonly FileType[]
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const satisfies readonly FileType[]
export const thumbnailTypes = ['image/webp', 'image/jpeg'] as const satisfies readonly FileType[]

export const thumbnailMaxBytes = 40_000
export const attachmentsPerOrder = 40
/** More than any camera makes; a few kB can claim a picture that fills a device's memory. */
export const picturePixelsMax = 120_000_000

export const attachmentTexts = {
  tooLarge: 'A file can have at most 3 MB.',
  tooManyPixels: 'A picture can have at most 120 megapixels.',
  unsupported: 'Only JPEG, PNG, WebP and PDF files can be kept.',
  full: `An order can hold ${attachmentsPerOrder} files.`,
  fixed: 'A file cannot be changed, only its caption and whether the customer sees it. Add it anew.',
  signatureFixed: 'A signature cannot be changed, only made anew.',
  signatureType: 'A signature is a PNG picture.',
  photoType: 'A photo is a JPEG, PNG or WebP picture.',
  otherContent: 'This file has its content already, and it is another one.',
  wrongSize: 'The content has another size than the file should have.',
  wrongHash: 'The content is not the one whose SHA-256 was given.',
  wrongType: 'The content is of another type than the file should have.',
  missing: 'The content of this file has not arrived yet.',
  thumbnailMissing: 'This file has no small picture.',
  thumbnailTooLarge: 'A small picture can have at most 40 kB.',
  thumbnailUnsupported: 'A small picture must be WebP or JPEG.',
} as const

/** The upload of a known file's content: told with its row already, and no change that could stop a deletion. */
export const isArrival = (changed: readonly string[]): boolean => changed.length > 0 && changed.every((name) => name === 'isStored')

const editable: ReadonlySet<string> = new Set(['caption', 'forCustomer'])

export function findFixedIssue(kind: unknown, changed: readonly string[]): { path: string; message: string } | undefined {
  const path = kind === 'signature' ? changed[0] : changed.find((name) => !editable.has(name))
  if (path === undefined) return undefined
  return { path, message: kind === 'signature' ? attachmentTexts.signatureFixed : attachmentTexts.fixed }
}

type Told = { kind: string; mimeType: string; byteSize: number }

/** @throws AppError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION if the content could not be stored */
export function assertKeepable({ kind, mimeType, byteSize }: Told): void {
  if (!attachmentTypes.some((type) => type === mimeType)) throw refuse('UNSUPPORTED_MEDIA_TYPE', 'mimeType', attachmentTexts.unsupported)
  if (byteSize > attachmentMaxBytes) throw refuse('PAYLOAD_TOO_LARGE', 'byteSize', attachmentTexts.tooLarge)
  if (kind === 'signature' && mimeType !== 'image/png') throw refuse('VALIDATION', 'mimeType', attachmentTexts.signatureType)
  if (kind === 'photo' && mimeType === 'application/pdf') throw refuse('VALIDATION', 'mimeType', attachmentTexts.photoType)
}

const refuse = (code: 'UNSUPPORTED_MEDIA_TYPE' | 'PAYLOAD_TOO_LARGE' | 'VALIDATION', path: string, message: string): AppError =>
  new AppError(code, message, { issues: [{ path, message }] })
