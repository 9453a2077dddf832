import { bytesToFileType } from '../file-type.ts'
import { joinParts, type Parts, readText, textToBytes, viewOf } from './picture-parts.ts'
import { stripWebp } from './webp.ts'
import { orientationToTiff, readOrientation } from './orientation.ts'

/** Chunks needed to draw: image, transparency, colours, physical size, animation. */
const kept = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'.split(' '))

const signatureBytes = 8

/** A chunk is length, name, data, checksum. */
function stripPng(bytes: Uint8Array): Parts {
  const parts: Uint8Array[] = [bytes.subarray(0, signatureBytes)]
  const view = viewOf(bytes)
  for (let at = signatureBytes; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) break
    const name = readText(bytes, at + 4, 4)
    if (kept.has(name)) parts.push(bytes.subarray(at, end))
    const orientation = name === 'eXIf' ? readOrientation(bytes.subarray(at + 8, end - 4)) : undefined
    if (orientation !== undefined) parts.push(toChunk('eXIf', orientationToTiff(orientation)))
    if (name === 'IEND') break
    at = end
  }
  return parts
}

function toChunk(name: string, data: Uint8Array): Uint8Array {
  const chunk = joinParts([new Uint8Array(4), textToBytes(name), data, new Uint8Array(4)])
  const view = viewOf(chunk)
  view.setUint32(0, data.length)
  view.setUint32(chunk.length - 4, toChecksum(chunk.subarray(4, -4)))
  return chunk
}

/** CRC of 32 bits without a table: the input is short. */
function toChecksum(bytes: Uint8Array): number {
  let sum = 0xffff_ffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1
  }
  return ~sum >>> 0
}

const [startOfScan, endOfImage] = [0xda, 0xd9]
const exifHead = 'Exif\0\0'

/** Segments a decoder needs: tables, frames, JFIF, ICC profile, Adobe transform. */
function isOfPicture(segment: Uint8Array): boolean {
  const marker = segment[1] ?? 0
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const says = (name: string): boolean => readText(segment, 4, name.length) === name
  return (marker === 0xe0 && says('JFIF\0')) || (marker === 0xe2 && says('ICC_PROFILE\0')) || (marker === 0xee && says('Adobe'))
}

/** Stops at the end of the image: cameras append further images and videos with their own metadata. */
function stripJpeg(bytes: Uint8Array): Parts {
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

function segmentToTurn(segment: Uint8Array): Parts {
  if (segment[1] !== 0xe1 || readText(segment, 4, exifHead.length) !== exifHead) return []
  const orientation = readOrientation(segment.subarray(4 + exifHead.length))
  if (orientation === undefined) return []
  const data = [textToBytes(exifHead), orientationToTiff(orientation)]
  const length = 2 + data.reduce((sum, part) => sum + part.length, 0)
  return [Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff), ...data]
}

/** In scan data 0xFF is followed by 0, a restart marker or the marker that ends the scan. */
function findEndOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

type Bytes = Uint8Array<ArrayBuffer>

const stripByType = { 'image/jpeg': stripJpeg, 'image/png': stripPng, 'image/webp': stripWebp }

/**
 * Removes location, time, camera and people from an image; pixel data stay unchanged. A broken file is cut at the
 * damage; documents are returned as is.
 */
export function stripMetadata(content: Bytes): Bytes {
  const type = bytesToFileType(content)
  return type === null || type === 'application/pdf' ? content : joinParts(stripByType[type](content))
}
