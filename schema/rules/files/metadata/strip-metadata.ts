import { bytesToFileType } from '../file-type.ts'
import { joinParts, type Parts, readText, textToBytes, viewOf } from './picture-parts.ts'
import { stripWebp } from './webp.ts'
import { orientationToTiff, readOrientation } from './orientation.ts'

/** What is drawn: the picture itself, its transparency and colours, its size on paper, its frames where it moves. */
const kept = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'.split(' '))

const signatureBytes = 8

/** A chunk is its length, its name, its data and their checksum. */
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

/** A CRC of 32 bits, bit by bit: what it is made of is short. */
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

/** Segments that a decoder needs: tables and frames, the densities of JFIF, colours (ICC profile, Adobe's transform). */
function isOfPicture(segment: Uint8Array): boolean {
  const marker = segment[1] ?? 0
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const says = (name: string): boolean => readText(segment, 4, name.length) === name
  return (marker === 0xe0 && says('JFIF\0')) || (marker === 0xe2 && says('ICC_PROFILE\0')) || (marker === 0xee && says('Adobe'))
}

/** Until the picture ends: cameras put further pictures and films, with their own metadata, behind it. */
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

type Bytes = Uint8Array<ArrayBuffer>

const stripByType = { 'image/jpeg': stripJpeg, 'image/png': stripPng, 'image/webp': stripWebp }

/**
 * A picture without all that it says of place, time, camera and people, whatever program sent it. Its image data
 * are those of before. What is broken is left out from there on; a document is answered as it is.
 */
export function stripMetadata(content: Bytes): Bytes {
  const type = bytesToFileType(content)
  return type === null || type === 'application/pdf' ? content : joinParts(stripByType[type](content))
}
