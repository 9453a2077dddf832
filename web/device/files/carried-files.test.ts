import { v7 } from 'uuid'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addFilesToExport, readCarried } from './carried-files.ts'
import type { PendingFile } from './files-store.ts'
import { findJsonList } from './json-list.ts'
import { collect } from '../testing/collect.ts'

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

async function* all(files: readonly PendingFile[]): AsyncGenerator<PendingFile> {
  yield* files
}
const exportOf = async (files: readonly PendingFile[], text = head): Promise<string> => {
  const { blob } = await addFilesToExport({ text }, all(files))
  return blob === undefined ? text : blob.text()
}
const readAll = async (content: string | Blob, scan?: Parameters<typeof readCarried>[1]): Promise<PendingFile[]> =>
  collect((await readCarried(content, scan)).files())

test('contents pass through the file of unsent work byte by byte, and its changes without them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40_000 }), { minLength: 1, maxLength: 3 }), async (contents) => {
      const files = contents.map(toFile)
      const { blob, files: count } = await addFilesToExport({ text: head }, all(files))
      expect(count).toBe(files.length)
      expect(await readAll(blob ?? '')).toEqual(files)
      expect(JSON.parse((await readCarried(blob ?? '')).text)).toEqual({ ...(JSON.parse(head) as object), files: [] })
    }),
    { numRuns: 20 },
  )
})

test('they are read piece by piece, wherever a piece ends and whatever was typed', async () => {
  const typed = JSON.stringify({ note: 'a "quoted" \\\\" [text], {"files":[1]} \\', files: 1 })
  const text = JSON.stringify({ format: 'mainspring-unsent', login: 'files', mutations: [{ files: [{ typed }] }, typed, '\\'], größe: '≤ 40' })
  const files = [new Uint8Array([1, 2, 3]), new Uint8Array(), new Uint8Array(500)].map(toFile)
  const blob = new Blob([await exportOf(files, text)])
  for (const chunkBytes of [1, 2, 3, 5, 7, 64, 1_000, 1e6]) {
    const scan: typeof findJsonList = (from, name) => findJsonList(from, name, chunkBytes)
    expect(await readAll(blob, scan)).toEqual(files)
    expect(JSON.parse((await readCarried(blob, scan)).text)).toEqual({ ...(JSON.parse(text) as object), files: [] })
  }
})

test('any list of any object is found as JSON reads it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.array(fc.jsonValue()),
      fc.integer({ min: 1, max: 40 }),
      fc.nat({ max: 2 }),
      async (object, list, chunkBytes, spaces) => {
        const { files: _, ...rest } = object
        const text = JSON.stringify({ ...rest, files: list, after: rest }, null, spaces)
        const blob = new Blob([text])
        const found = await findJsonList(blob, 'files', chunkBytes)
        const read = await Promise.all((found?.entries ?? []).map(async ({ start, end }): Promise<unknown> => JSON.parse(await blob.slice(start, end).text())))
        expect(read).toEqual((JSON.parse(text) as { files: unknown }).files)
        expect(JSON.parse(await blob.slice(found?.start, found?.end).text())).toEqual(read)
      },
    ),
  )
})

test('a file of changes alone has no contents, and stays as it was', async () => {
  expect(await readAll(head)).toEqual([])
  expect(await readCarried(head)).toMatchObject({ text: head })
  expect(await addFilesToExport({ text: head }, all([]))).toEqual({ text: head, files: 0 })
  expect(await readAll(head.replace('}', ',"files":[ ]}'))).toEqual([])
})

test('a damaged content is named, and nothing is taken in', async () => {
  const text = await exportOf([toFile(new Uint8Array([1])), toFile(new Uint8Array([2]))])
  const damage = 'Photo 2 of 2 in the file is damaged. Nothing was added.'
  await expect(readAll(text.replace('"content":"Ag=="', '"content":"%%"'))).rejects.toThrow(damage)
  await expect(readAll(text.replace(/,\{"id[^}]*\}[^}]*\}\]/, ',7]'))).rejects.toThrow(damage)
  await expect(readAll(head.replace('}', ',"files":{}}'))).rejects.toThrow('The file is damaged: its list of photos cannot be read.')
})

test('what ends in the middle, or is nothing of ours, is left to whoever reads the changes', async () => {
  const text = await exportOf([toFile(new Uint8Array([1]))])
  for (const broken of [text.slice(0, -2), text.slice(0, 40), 'no JSON', '', '[]']) expect(await readCarried(broken)).toMatchObject({ text: broken })
})

test('a file that the browser had no room to make is told, not saved empty', async () => {
  const broken = Object.assign(new Blob(['{}']), {
    slice: () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  })
  const exporting = addFilesToExport({ text: head }, all([toFile(new Uint8Array([1]))]), () => broken)
  await expect(exporting).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('too large for one file in this browser') })
})
