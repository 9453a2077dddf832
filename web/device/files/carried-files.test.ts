import { v7 } from 'uuid'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addFiles, readFiles } from './carried-files.ts'
import type { PendingFile } from './files-store.ts'

const head = JSON.stringify({ format: 'mainspring-unsent', version: 1, mutations: [] })

const toFile = (bytes: Uint8Array): PendingFile => ({
  id: v7(),
  shopId: v7(),
  orderId: v7(),
  draftKey: null,
  facts: {
    kind: 'photo',
    fileName: 'scratch.jpg',
    mimeType: 'image/jpeg',
    byteSize: bytes.length,
    width: 2,
    height: 1,
    sha256: '00',
    caption: null,
    forCustomer: false,
    takenAt: '2026-03-02T09:00:00.000Z',
  },
  content: bytes.slice().buffer,
  thumbnail: null,
  thumbnailType: null,
  storedAt: '2026-03-02T09:00:00.000Z',
  trouble: null,
})

test('contents pass through the file of unsent work byte by byte', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70_000 }), (bytes) => {
      const file = toFile(bytes)
      const [read] = readFiles(addFiles(head, [file]))
      expect(read).toMatchObject({ id: file.id, facts: file.facts })
      expect(new Uint8Array(read?.content ?? new ArrayBuffer())).toEqual(bytes)
    }),
    { numRuns: 20 },
  )
})

test('a file of before has no contents, and one without any stays as it was', () => {
  expect(readFiles(head)).toEqual([])
  expect(addFiles(head, [])).toBe(head)
})

test('a damaged content is named, and nothing is taken in', () => {
  const text = addFiles(head, [toFile(new Uint8Array([1])), toFile(new Uint8Array([2]))])
  const damaged = text.replace('"content":"Ag=="', '"content":"%%"')
  expect(() => readFiles(damaged)).toThrow('Photo 2 of 2 in the file is damaged. Nothing was taken in.')
})
