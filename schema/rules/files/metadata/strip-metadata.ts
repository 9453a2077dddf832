import { bytesToFileType } from '../file-type.ts'
import { joinParts } from './picture-parts.ts'
import { stripJpeg } from './jpeg.ts'
import { stripPng } from './png.ts'
import { stripWebp } from './webp.ts'

type Bytes = Uint8Array<ArrayBuffer>

const stripByType = { 'image/jpeg': stripJpeg, 'image/png': stripPng, 'image/webp': stripWebp }

/**
 * A picture without all that it says of place, time, camera and people (PHOTO-03, PHOTO-06), whatever program sent it. Its image data
 * are those of before. What is broken is left out from there on; a document is answered as it is.
 */
export function stripMetadata(content: Bytes): Bytes {
  const type = bytesToFileType(content)
  return type === null || type === 'application/pdf' ? content : joinParts(stripByType[type](content))
}
