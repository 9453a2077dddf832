import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToFileType, toSavedName } from './file-type.ts'

const ofText = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each([
  ['image/png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
  ['image/jpeg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
  ['image/webp', ofText('RIFF....WEBPVP8 ')],
  ['application/pdf', ofText('%PDF-1.7')],
  [null, ofText('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [null, ofText('<!doctype html><script>')],
  [null, ofText('RIFF....WAVE')],
  [null, ofText('GIF89a')],
  [null, new Uint8Array([0x89, 0x50, 0x4e])],
  [null, new Uint8Array()],
])('%s is told by its first bytes', (type, bytes) => {
  expect(bytesToFileType(bytes)).toBe(type)
})

test('no text is taken for a picture', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !bytesToFileType(ofText(`<${text}`))?.startsWith('image/')))
})

test.each([
  ['a.html', 'application/pdf', 'a.pdf'],
  ['a.PDF', 'application/pdf', 'a.PDF'],
  ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
  ['Invoice 3.50', 'application/pdf', 'Invoice 3.50.pdf'],
  ['setup.exe', 'image/png', 'setup.png'],
  ['scan', 'image/webp', 'scan.webp'],
  ['.html', 'application/pdf', '.pdf'],
])('%s of the type %s is saved as %s', (fileName, mimeType, expected) => {
  expect(toSavedName(fileName, mimeType)).toBe(expected)
})
