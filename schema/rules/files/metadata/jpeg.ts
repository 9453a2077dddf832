import { orientationToTiff, readOrientation } from './orientation.ts'
import { type Parts, readText, textToBytes, viewOf } from './picture-parts.ts'

const [startOfScan, endOfImage] = [0xda, 0xd9]
const exifHead = 'Exif\0\0'

/** Segments that a decoder needs: tables and frames, the densities of JFIF, colours (ICC profile, Adobe's transform). */
function isOfPicture(segment: Uint8Array): boolean {
  const marker = segment[1] ?? 0
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const says = (name: string): boolean => readText(segment, 4, name.length) === name
  return (marker === 0xe0 && says('JFIF\0')) || (marker === 0xe2 && says('ICC_PROFILE\0')) || (marker === 0xee && says('Adobe'))
}

/** Until the picture ends: cameras put further pictures and films, with their own metadata, behind it. */
export function stripJpeg(bytes: Uint8Array): Parts {
  const parts: Uint8Array[] = [bytes.subarray(0, 2)]
  const view = viewOf(bytes)
  let at = 2
  while (at + 1 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === endOfImage) return [...parts, bytes.subarray(at, at + 2)]
    const length = at + 4 > bytes.length ? 0 : view.getUint16(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return parts
    const segment = bytes.subarray(at, end)
    if (isOfPicture(segment)) parts.push(segment)
    else parts.push(...segmentToTurn(segment))
    at = end
    if (marker !== startOfScan) continue
    at = findEndOfScan(bytes, end)
    parts.push(bytes.subarray(end, at))
  }
  return parts
}

/** Of EXIF data the turn only. */
function segmentToTurn(segment: Uint8Array): Parts {
  if (segment[1] !== 0xe1 || readText(segment, 4, exifHead.length) !== exifHead) return []
  const orientation = readOrientation(segment.subarray(4 + exifHead.length))
  if (orientation === undefined) return []
  const data = [textToBytes(exifHead), orientationToTiff(orientation)]
  const length = 2 + data.reduce((sum, part) => sum + part.length, 0)
  return [Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff), ...data]
}

/** In the data of a scan 0xFF is followed by 0, by a restart marker, or by the marker that ends it. */
function findEndOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}
