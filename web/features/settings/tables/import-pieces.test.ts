import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ImportProgress, sendInPieces } from './import-pieces.ts'
import { readTable } from './read-file.ts'

const ofText = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('a file that is sent in pieces', () => {
  test('arrives line by line as it was, and refused lines have the numbers of the file', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é'), maxLength: 6 }).map((text) => `x${text}`)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 1_300 }), async (rows) => {
        const text = `One,Two\n${rows.map((row) => `${row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\n`).join('')}`
        const file = readTable(ofText(text))
        const arrived: string[][] = []
        const seen: ImportProgress[] = []
        const end = await sendInPieces(
          file.header,
          file.lines,
          async (csv) => {
            const piece = readTable(ofText(csv), { delimiter: ',' })
            expect(piece.header).toEqual(['One', 'Two'])
            arrived.push(...piece.lines.flatMap((line) => ('cells' in line ? [line.cells] : [])))
            return { created: piece.lines.length - 1, existing: 0, refused: [{ line: piece.lines.at(-1)?.line ?? 0, reason: 'last' }], warnings: [] }
          },
          (progress) => seen.push(progress),
        )
        expect(arrived).toEqual(rows)
        expect(seen.at(-1)).toEqual(end)
        expect(end.tried).toBe(rows.length)
        const lastOfPieces = file.lines.filter((_line, place) => place % 500 === 499 || place === rows.length - 1).map(({ line }) => line)
        expect(end.refused.map(({ line }) => line)).toEqual(lastOfPieces)
      }),
      { numRuns: 15 },
    )
  })

  test('names lines that nobody can read without sending them', async () => {
    const { header, lines } = readTable(ofText('One,Two\n1,2\n"3,4\n'))
    const end = await sendInPieces(
      header,
      lines,
      async () => ({ created: 1, existing: 0, refused: [], warnings: [] }),
      () => {},
    )
    expect(end).toMatchObject({ tried: 2, created: 1, refused: [{ line: 3, reason: expect.stringContaining('a quotation mark is not closed') }] })
  })

  test('stops where it is stopped, and tells what is in', async () => {
    const { header, lines } = readTable(ofText(`One,Two\n${'1,2\n'.repeat(1_200)}`))
    const seen: ImportProgress[] = []
    let calls = 0
    const sending = sendInPieces(
      header,
      lines,
      async () => {
        calls += 1
        if (calls === 2) throw new Error('stopped')
        return { created: 500, existing: 0, refused: [], warnings: [] }
      },
      (progress) => seen.push(progress),
    )
    await expect(sending).rejects.toThrow('stopped')
    expect(seen).toMatchObject([{ tried: 500, total: 1_200, created: 500 }])
  })
})

describe('a file that is none', () => {
  test.each([
    ['', 'The file is empty.'],
    ['PK\u0003\u0004', 'This is a spreadsheet or a zip. Save the sheet as CSV, and choose that file.'],
    ['"', 'The file has no header line.'],
  ])('%j is told so', (text, message) => {
    expect(() => readTable(ofText(text))).toThrow(message)
  })

  test('a file of more than 500 columns is told so', () => {
    expect(() => readTable(ofText(`Name${',x'.repeat(500)}\n`))).toThrow('A file can have 500 columns. This one has 501.')
  })
})
