import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orientationToTiff, readOrientation } from './orientation.ts'
import { joinParts, readText, textToBytes, viewOf } from './picture-parts.ts'
import { stripMetadata } from './strip-metadata.ts'

const secret = 'GPS 48.1374 N 11.5755 E'
const join = (...parts: (string | Uint8Array)[]) => joinParts(parts.map((part) => (typeof part === 'string' ? textToBytes(part) : part)))
const hasSecret = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes(secret)

function tiffOf(orientation: number, isLittle: boolean): Uint8Array {
  const tiff = join(new Uint8Array(38), secret)
  const view = viewOf(tiff)
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, isLittle)
  view.setUint32(4, 8, isLittle)
  view.setUint16(8, 2, isLittle)
  view.setUint16(10, 0x8825, isLittle)
  view.setUint16(12, 4, isLittle)
  view.setUint32(14, 1, isLittle)
  view.setUint32(18, 38, isLittle)
  view.setUint16(22, 0x0112, isLittle)
  view.setUint16(24, 3, isLittle)
  view.setUint32(26, 1, isLittle)
  view.setUint16(30, orientation, isLittle)
  return tiff
}

const someBytes = fc.uint8Array({ maxLength: 40 })
const turn = fc.record({ orientation: fc.integer({ min: 0, max: 9 }), isLittle: fc.boolean() })
const isTurned = (orientation: number): boolean => orientation >= 2 && orientation <= 8

test.each([true, false])('the turn of EXIF data is read in both orders of bytes (little: %s)', (isLittle) => {
  for (let orientation = 0; orientation < 10; orientation++)
    expect(readOrientation(tiffOf(orientation, isLittle))).toBe(isTurned(orientation) ? orientation : undefined)
  for (let orientation = 2; orientation < 9; orientation++) expect(readOrientation(orientationToTiff(orientation))).toBe(orientation)
})

describe('a JPEG', () => {
  const segment = (marker: number, ...data: (string | Uint8Array)[]) => {
    const body = join(...data)
    const length = body.length + 2
    return join(Uint8Array.of(0xff, marker, length >> 8, length & 0xff), body)
  }
  /** As encoders write it: 0xFF is followed by 0 or a restart marker. */
  const toScanData = (bytes: Uint8Array) =>
    join(...[...bytes].map((byte, index) => (byte === 0xff ? Uint8Array.of(0xff, index % 2 === 0 ? 0 : 0xd3) : Uint8Array.of(byte))))
  const keptSegment = fc.oneof(
    someBytes.map((data) => segment(0xdb, data)),
    someBytes.map((data) => segment(0xc4, data)),
    someBytes.map((data) => segment(0xc2, data)),
    someBytes.map((data) => segment(0xe0, 'JFIF\0', data)),
    someBytes.map((data) => segment(0xe2, 'ICC_PROFILE\0', data)),
    someBytes.map((data) => segment(0xee, 'Adobe', data)),
    someBytes.map((data) => join(segment(0xda, new Uint8Array(10)), toScanData(data))),
  )
  const toldSegment = fc.constantFrom(
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', secret),
    segment(0xe1, 'Exif\0\0', tiffOf(1, true)),
    segment(0xe1, 'Exif\0\0', secret),
    segment(0xe2, 'MPF\0', secret),
    segment(0xe0, 'JFXX\0', secret),
    segment(0xed, 'Photoshop 3.0\0', secret),
    segment(0xfe, secret),
    Uint8Array.of(0xff),
  )
  const piece = fc.oneof(
    keptSegment.map((bytes) => ({ bytes, left: bytes })),
    toldSegment.map((bytes) => ({ bytes, left: new Uint8Array() })),
    turn.map(({ orientation, isLittle }) => ({
      bytes: segment(0xe1, 'Exif\0\0', tiffOf(orientation, isLittle)),
      left: isTurned(orientation) ? segment(0xe1, 'Exif\0\0', orientationToTiff(orientation)) : new Uint8Array(),
    })),
  )
  const [begin, end] = [Uint8Array.of(0xff, 0xd8), Uint8Array.of(0xff, 0xd9)]

  test('keeps tables, frames, scans, colours and its turn as they are, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const stripped = stripMetadata(join(begin, segment(0xdb), ...pieces.map(({ bytes }) => bytes), end, secret))
        const wanted = join(begin, segment(0xdb), ...pieces.map(({ left }) => left), end)
        expect(hasSecret(stripped)).toBe(false)
        expect(withoutFill(stripped)).toEqual(withoutFill(wanted))
      }),
    )
  })

  /** Any number of 0xFF fill bytes may precede a marker. */
  const withoutFill = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/\u00ff+(?=\u00ff)/g, '')
})

describe('a PNG', () => {
  const chunk = (name: string, data: string | Uint8Array) => {
    const made = join(new Uint8Array(4), name, data, new Uint8Array(4))
    viewOf(made).setUint32(0, made.length - 12)
    viewOf(made).setUint32(made.length - 4, crc32(made.subarray(4, -4)))
    return made
  }
  const head = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  const piece = fc.oneof(
    fc
      .tuple(fc.constantFrom('IHDR', 'PLTE', 'IDAT', 'tRNS', 'iCCP', 'sRGB', 'pHYs'), someBytes)
      .map(([name, data]) => ({ bytes: chunk(name, data), left: chunk(name, data) })),
    fc.constantFrom('tEXt', 'iTXt', 'zTXt', 'tIME', 'caBX', 'eXIf').map((name) => ({ bytes: chunk(name, secret), left: new Uint8Array() })),
    turn.map(({ orientation, isLittle }) => ({
      bytes: chunk('eXIf', tiffOf(orientation, isLittle)),
      left: isTurned(orientation) ? chunk('eXIf', orientationToTiff(orientation)) : new Uint8Array(),
    })),
  )

  test('keeps what is drawn and its turn, with right checksums, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const stripped = stripMetadata(join(head, ...pieces.map(({ bytes }) => bytes), chunk('IEND', ''), secret))
        expect(stripped).toEqual(join(head, ...pieces.map(({ left }) => left), chunk('IEND', '')))
      }),
    )
  })
})

describe('a WebP', () => {
  const chunk = (name: string, data: string | Uint8Array) => {
    const body = join(data)
    const made = join(name, new Uint8Array(4), body, new Uint8Array(body.length % 2))
    viewOf(made).setUint32(4, body.length, true)
    return made
  }
  const fileOf = (...chunks: Uint8Array[]) => {
    const made = join('RIFF', new Uint8Array(4), 'WEBP', ...chunks)
    viewOf(made).setUint32(4, made.length - 8, true)
    return made
  }
  const extended = (flags: number) => chunk('VP8X', Uint8Array.of(flags, 0, 0, 0, 9, 0, 0, 9, 0, 0))

  test('keeps what is drawn and its turn, and nothing else; its head names what is left', () => {
    fc.assert(
      fc.property(someBytes, someBytes, turn, fc.boolean(), (picture, colours, { orientation, isLittle }, hasHead) => {
        const exif = join(hasHead ? 'Exif\0\0' : '', tiffOf(orientation, isLittle))
        const sent = fileOf(extended(0x3c), chunk('ICCP', colours), chunk('VP8 ', picture), chunk('EXIF', exif), chunk('XMP ', secret), chunk('MINE', secret))
        const kept = [chunk('ICCP', colours), chunk('VP8 ', picture)]
        const wanted = isTurned(orientation) ? fileOf(extended(0x38), ...kept, chunk('EXIF', orientationToTiff(orientation))) : fileOf(extended(0x30), ...kept)
        expect(stripMetadata(join(sent, secret))).toEqual(wanted)
      }),
    )
  })
})

describe('anything else', () => {
  test('that is no picture is left as it is', () => {
    const pdf = join('%PDF-1.7 ', secret)
    expect(stripMetadata(pdf)).toEqual(pdf)
  })

  test('that only begins like a picture comes to an end, and stripping again changes nothing', () => {
    const begin = fc.constantFrom<Uint8Array>(
      Uint8Array.of(0xff, 0xd8, 0xff),
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      join('RIFF\xff\xff\0\0WEBPVP8X'),
    )
    const likelyByte = fc.oneof(fc.constantFrom(0, 2, 8, 0xff, 0xd8, 0xd9, 0xda, 0xe1), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(begin, fc.array(likelyByte, { maxLength: 80 }), (first, rest) => {
        const once = stripMetadata(join(first, Uint8Array.from(rest)))
        expect(stripMetadata(once)).toEqual(once)
        expect(readText(once, 0, 2)).toBe(readText(first, 0, 2))
      }),
      { numRuns: 1_000 },
    )
  })
})
