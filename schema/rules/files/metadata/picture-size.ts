import { bytesToFileType } from '../file-type.ts'
import { readText, viewOf } from './picture-parts.ts'

type PictureSize = { width: number; height: number }

/** What a picture says of its size; undefined for a document, or where it says nothing. */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const type = bytesToFileType(bytes)
  if (type === 'image/png') return bytes.length < 24 ? undefined : { width: viewOf(bytes).getUint32(16), height: viewOf(bytes).getUint32(20) }
  if (type === 'image/jpeg') return readJpegSize(bytes)
  return type === 'image/webp' ? readWebpSize(bytes) : undefined
}

/** Frames begin with the markers C0 to CF, of which three mean something else. */
const noFrames: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])

function readJpegSize(bytes: Uint8Array): PictureSize | undefined {
  const view = viewOf(bytes)
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && !noFrames.has(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

function readWebpSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.length < 30) return undefined
  const view = viewOf(bytes)
  const kind = readText(bytes, 12, 4)
  if (kind === 'VP8X') return { width: 1 + (view.getUint32(24, true) & 0xff_ffff), height: 1 + (view.getUint32(26, true) >>> 8) }
  if (kind === 'VP8L') return { width: 1 + (view.getUint32(21, true) & 0x3fff), height: 1 + ((view.getUint32(21, true) >>> 14) & 0x3fff) }
  return kind === 'VP8 ' ? { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff } : undefined
}
