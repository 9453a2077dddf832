import { toSha256 } from '../to-sha256.ts'

/** A PNG of one transparent pixel. */
export const onePixelPng = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64'),
)

/** Claims this size; pictures of different sizes are different files. */
export function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const content = onePixelPng.slice()
  const view = new DataView(content.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return content
}

/** The beginning of a WebP picture, which is all the server checks. */
export const tinyWebp = new Uint8Array(Buffer.from('RIFF\u0004\u0000\u0000\u0000WEBP', 'latin1'))

/** The attachment row of a picture. */
export const fileOf = (orderId: string, content: Uint8Array = onePixelPng, more: Record<string, string | boolean | null> = {}) => ({
  orderId,
  kind: 'photo',
  fileName: 'scratch.png',
  mimeType: 'image/png',
  byteSize: content.length,
  width: 1,
  height: 1,
  sha256: toSha256(content),
  ...more,
})
