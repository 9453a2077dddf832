import { attachmentMaxBytes, thumbnailMaxBytes, thumbnailTypes } from '#schema/rules/files/attachments.ts'
import { bytesToFileType } from '#schema/rules/files/file-type.ts'
import { qualities, scaleTo, writeAs, writePicture } from '#web/inputs/images/write-picture.ts'
import { t } from '../attachments-texts.ts'

const thumbnailSide = 320

type PreparedFile = {
  kind: 'photo' | 'document'
  mimeType: string
  content: ArrayBuffer
  thumbnail: ArrayBuffer | null
  thumbnailType: string | null
  width: number | null
  height: number | null
  sha256: string
}

export const fileTexts = {
  heic: t.heic(),
  unreadable: t.unreadable(),
  largeDocument: t.largeDocument(),
} as const

/**
 * Prepares a file for upload: a picture is rotated upright, scaled and re-encoded, which drops GPS and other EXIF data;
 * a PDF stays as it is. The browser decodes and encodes off the main thread.
 * @throws Error with a message for the user
 */
export async function prepareFile(file: Blob): Promise<PreparedFile> {
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  const type = bytesToFileType(head)
  if (type === 'application/pdf') return prepareDocument(file)
  const image = await createImageBitmap(file).catch(() => {
    throw new Error(isHeic(head) ? fileTexts.heic : fileTexts.unreadable)
  })
  try {
    const picture = await writePicture(image, { isPng: type === 'image/png', maxBytes: attachmentMaxBytes })
    if (picture === undefined) throw new Error(fileTexts.unreadable)
    const thumbnail = await writeThumbnail(image)
    const content = await picture.blob.arrayBuffer()
    return {
      kind: 'photo',
      mimeType: picture.blob.type,
      content,
      thumbnail: thumbnail === undefined ? null : await thumbnail.arrayBuffer(),
      thumbnailType: thumbnail?.type ?? null,
      width: picture.width,
      height: picture.height,
      sha256: await toSha256(content),
    }
  } finally {
    image.close()
  }
}

async function prepareDocument(file: Blob): Promise<PreparedFile> {
  if (file.size > attachmentMaxBytes) throw new Error(fileTexts.largeDocument)
  const content = await file.arrayBuffer()
  return {
    kind: 'document',
    mimeType: 'application/pdf',
    content,
    thumbnail: null,
    thumbnailType: null,
    width: null,
    height: null,
    sha256: await toSha256(content),
  }
}

export async function toSha256(content: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function writeThumbnail(image: ImageBitmap): Promise<Blob | undefined> {
  for (const side of [thumbnailSide, thumbnailSide / 2]) {
    const scaled = await scaleTo(image, side)
    try {
      for (const type of thumbnailTypes) {
        for (const quality of qualities) {
          const blob = await writeAs(scaled, type, quality)
          if (blob !== undefined && blob.size <= thumbnailMaxBytes) return blob
        }
      }
    } finally {
      scaled.close()
    }
  }
  return undefined
}

/** Detects HEIC by the container's brand, not by the file name. */
function isHeic(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(4, 12))
  return /^ftyp(hei[cfms]|hev[cx]|mif1|msf1)$/.test(text)
}
