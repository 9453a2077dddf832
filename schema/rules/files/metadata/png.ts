import { orientationToTiff, readOrientation } from './orientation.ts'
import { joinParts, type Parts, readText, textToBytes, viewOf } from './picture-parts.ts'

/** What is drawn: the picture itself, its transparency and colours, its size on paper, its frames where it moves. */
const kept = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'.split(' '))

const signatureBytes = 8

/** A chunk is its length, its name, its data and their checksum. */
export function stripPng(bytes: Uint8Array): Parts {
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
