import { orientationToTiff, readOrientation } from './orientation.ts'
import { joinParts, type Parts, readText, textToBytes, viewOf } from './picture-parts.ts'

/** Chunks needed to draw: image, transparency, colours, animation. */
const kept = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])

const headBytes = 12
const [exifFlag, xmpFlag] = [0x08, 0x04]
/** Some encoders add JPEG's EXIF header. */
const exifHead = 'Exif\0\0'

/** A chunk is name, length and data padded to even length. */
export function stripWebp(bytes: Uint8Array): Parts {
  const parts: Uint8Array[] = []
  const view = viewOf(bytes)
  const fileEnd = Math.min(bytes.length, 8 + view.getUint32(4, true))
  let flags: Uint8Array | undefined
  for (let at = headBytes; at + 8 <= fileEnd;) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (at + 8 + length > fileEnd) break
    const name = readText(bytes, at, 4)
    const chunk = bytes.slice(at, Math.min(end, fileEnd))
    if (kept.has(name)) parts.push(chunk)
    if (name === 'VP8X' && length > 0) {
      flags ??= chunk.subarray(8, 9)
      chunk[8] = (chunk[8] ?? 0) & ~(exifFlag | xmpFlag)
    }
    const data = chunk.subarray(8, 8 + length)
    const orientation = name === 'EXIF' ? readOrientation(readText(data, 0, exifHead.length) === exifHead ? data.subarray(exifHead.length) : data) : undefined
    // Decoders look for EXIF only if the extended header's flag is set.
    if (orientation !== undefined && flags?.[0] !== undefined && (flags[0] & exifFlag) === 0) {
      flags[0] |= exifFlag
      parts.push(toChunk('EXIF', orientationToTiff(orientation)))
    }
    at = end
  }
  const head = joinParts([bytes.subarray(0, 4), new Uint8Array(4), textToBytes('WEBP')])
  viewOf(head).setUint32(
    4,
    parts.reduce((length, part) => length + part.length, 4),
    true,
  )
  return [head, ...parts]
}

function toChunk(name: string, data: Uint8Array): Uint8Array {
  const head = joinParts([textToBytes(name), new Uint8Array(4)])
  viewOf(head).setUint32(4, data.length, true)
  return joinParts([head, data])
}
