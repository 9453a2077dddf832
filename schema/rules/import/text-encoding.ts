import type { TablesTexts } from '../../language/compiled/tables/tables-type.ts'

export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

export type TextEncoding = (typeof textEncodings)[number]

const encodingNames = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16BE' } as const

export const encodingToLabel = (encoding: TextEncoding, { westernEuropean }: Pick<TablesTexts, 'westernEuropean'>): string =>
  encoding === 'windows-1252' ? westernEuropean() : encodingNames[encoding]

const sampleBytes = 4_096

/** By byte order mark, else zero bytes (UTF-16), else UTF-8 if valid, else windows-1252. */
export function guessEncoding(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  const zeros = [0, 0]
  sample.forEach((byte, place) => {
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  // In UTF-16 every second byte of Latin letters is zero.
  if (Math.max(even, odd) > sample.length / 5) return odd > even ? 'utf-16le' : 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** Refuses overlong forms and surrogates, as decoders do. */
function isUtf8(bytes: Uint8Array): boolean {
  for (let place = 0; place < bytes.length;) {
    const lead = bytes[place] ?? 0
    const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
    if (length === 0) return false
    for (let next = 1; next < length; next += 1) if (((bytes[place + next] ?? 0) & 0xc0) !== 0x80) return false
    const second = bytes[place + 1] ?? 0
    if ((lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f) || (lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f))
      return false
    place += length
  }
  return true
}
