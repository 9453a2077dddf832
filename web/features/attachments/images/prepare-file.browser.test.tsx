import { describe, expect, test } from 'vitest'
import { attachmentMaxBytes, thumbnailMaxBytes } from '#schema/rules/files/attachments.ts'
import { bytesToFileType } from '#schema/rules/files/file-type.ts'
import { fileTexts, prepareFile, toSha256 } from './prepare-file.ts'

async function draw(width: number, height: number, type: string, paint: (context: OffscreenCanvasRenderingContext2D) => void): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas')
  paint(context)
  return canvas.convertToBlob({ type, quality: 0.95 })
}

const paintPage = (context: OffscreenCanvasRenderingContext2D): void => {
  context.fillStyle = '#fff'
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
  context.fillStyle = '#a00'
  context.fillRect(0, 0, context.canvas.width / 2, 10)
}

/** Sharp lines on a plain background: small as PNG, blurred as JPEG. */
const paintLines = (context: OffscreenCanvasRenderingContext2D): void => {
  paintPage(context)
  for (let x = 0; x < context.canvas.width; x += 4) context.fillRect(x, 0, 1, context.canvas.height)
}

/** Worst case for compression: every pixel differs. */
function paintNoise(context: OffscreenCanvasRenderingContext2D): void {
  const image = context.createImageData(context.canvas.width, context.canvas.height)
  let seed = 1
  for (let at = 0; at < image.data.length; at++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    image.data[at] = at % 4 === 3 ? 255 : seed >>> 24
  }
  context.putImageData(image, 0, 0)
}

const toText = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => String.fromCharCode(byte)).join('')
const toCodes = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))

/** An EXIF segment with orientation 6 (rotated 90 degrees) and a GPS position. */
function makeExif(): number[] {
  const short = (value: number): number[] => [value >> 8, value & 255]
  const long = (value: number): number[] => [0, 0, ...short(value)]
  const orientation = [...short(0x0112), ...short(3), ...long(1), ...short(6), 0, 0]
  const gpsPointer = [...short(0x8825), ...short(4), ...long(1), ...long(38)]
  const gps = [...short(1), ...short(0x0001), ...short(2), ...long(2), ...toCodes('N'), 0, 0, 0, ...long(0)]
  const tiff = [...toCodes('MM'), 0, 42, ...long(8), ...short(2), ...orientation, ...gpsPointer, ...long(0), ...gps]
  const body = [...toCodes('Exif'), 0, 0, ...tiff, ...toCodes('GPS 52.5200 N 13.4050 E')]
  return [0xff, 0xe1, ...short(body.length + 2), ...body]
}

describe('a picture on its way in (PHOTO-03)', () => {
  test('is turned upright, and where it was taken is not in it any more', async () => {
    const plain = new Uint8Array(await (await draw(60, 40, 'image/jpeg', paintPage)).arrayBuffer())
    const withPlace = new Blob([plain.slice(0, 2), new Uint8Array(makeExif()), plain.slice(2)], { type: 'image/jpeg' })
    expect(toText(await withPlace.arrayBuffer())).toContain('GPS 52.5200 N')
    const prepared = await prepareFile(withPlace)
    expect([prepared.width, prepared.height]).toEqual([40, 60])
    const text = toText(prepared.content)
    expect(text).not.toContain('Exif')
    expect(text).not.toContain('GPS')
    expect(toText(prepared.thumbnail ?? new ArrayBuffer())).not.toContain('GPS')
    expect(prepared.sha256).toBe(await toSha256(prepared.content))
  })

  test('is scaled to 2,048 pixels and 3 MB, with a thumbnail of 40 kB at most, whatever it shows', async () => {
    const prepared = await prepareFile(await draw(2_600, 1_300, 'image/jpeg', paintNoise))
    expect(prepared.width).toBeLessThanOrEqual(2_048)
    expect((prepared.width ?? 0) / (prepared.height ?? 1)).toBeCloseTo(2, 1)
    expect(prepared.content.byteLength).toBeLessThanOrEqual(attachmentMaxBytes)
    expect(prepared.mimeType).toBe('image/jpeg')
    expect(prepared.thumbnail?.byteLength).toBeLessThanOrEqual(thumbnailMaxBytes)
    expect(bytesToFileType(new Uint8Array(prepared.thumbnail ?? new ArrayBuffer()))).toBe(prepared.thumbnailType)
  })

  test('stays a PNG where that is smaller, as a screenshot', async () => {
    const prepared = await prepareFile(await draw(600, 400, 'image/png', paintLines))
    expect(prepared.mimeType).toBe('image/png')
    expect(bytesToFileType(new Uint8Array(prepared.content))).toBe('image/png')
  })

  test('that this browser cannot read is refused with a sentence that helps', async () => {
    const heic = new Blob([new Uint8Array([0, 0, 0, 24, ...toCodes('ftypheic'), 0, 0, 0, 0])], { type: 'image/heic' })
    await expect(prepareFile(heic)).rejects.toThrow(fileTexts.heic)
    await expect(prepareFile(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' }))).rejects.toThrow(fileTexts.unreadable)
  })
})

test('a PDF stays as it is, up to 3 MB', async () => {
  const pdf = new Blob(['%PDF-1.7 rest'], { type: 'application/octet-stream' })
  expect(await prepareFile(pdf)).toMatchObject({ kind: 'document', mimeType: 'application/pdf', thumbnail: null })
  const large = new Blob(['%PDF-1.7', new Uint8Array(attachmentMaxBytes)])
  await expect(prepareFile(large)).rejects.toThrow(fileTexts.largeDocument)
})
