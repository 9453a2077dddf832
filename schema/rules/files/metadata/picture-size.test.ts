import { expect, it } from 'vitest'
import { readPictureSize } from './picture-size.ts'

const bytesOf = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part)))
const png = bytesOf([0x89], 'PNG', [13, 10, 26, 10, 0, 0, 0, 13], 'IHDR', [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x31])
const jpeg = bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc4, 0, 3, 0, 0xff, 0xc2, 0, 17, 8, 0x03, 0x20, 0x04, 0xb0, 3, 1])
const webp = (kind: string, more: number[]) => bytesOf('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], more, [0, 0, 0, 0, 0, 0, 0, 0])

it.each([
  ['PNG', png, { width: 30_000, height: 30_001 }],
  ['JPEG', jpeg, { width: 1_200, height: 800 }],
  ['extended WebP', webp('VP8X', [0, 0, 0, 0, 0x2f, 0x75, 0, 0x1f, 0x03, 0]), { width: 30_000, height: 800 }],
  ['lossless WebP', webp('VP8L', [0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0]), { width: 16_384, height: 16_384 }],
  ['WebP', webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 0xb0, 4, 0x20, 3]), { width: 1_200, height: 800 }],
])('reads the size of a %s', (_, bytes, size) => {
  expect(readPictureSize(bytes)).toEqual(size)
})

it('reads none of a document and of a picture that breaks off', () => {
  for (const bytes of [bytesOf('%PDF-1.7'), png.subarray(0, 20), jpeg.subarray(0, 12), bytesOf('RIFF', [0, 0, 0, 0], 'WEBP')])
    expect(readPictureSize(bytes)).toBeUndefined()
})
