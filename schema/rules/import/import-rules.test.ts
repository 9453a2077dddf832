import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvDelimiters, guessDelimiter, linesToCsv, openCsvReading, type CsvDelimiter, type CsvLine } from './csv-lines.ts'
import { guessEncoding, textEncodings, type TextEncoding } from './text-encoding.ts'

function read(text: string, delimiter: CsvDelimiter): CsvLine[] {
  const { options, refused, toLine } = openCsvReading(delimiter)
  return [...parse(text, options).map(toLine), ...refused]
}

const encode = (text: string, encoding: TextEncoding): Uint8Array => {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'windows-1252') return Uint8Array.from([...text].map((letter) => (letter === '€' ? 0x80 : (letter.codePointAt(0) ?? 0))))
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return encoding === 'utf-16le' ? bytes : bytes.swap16()
}

const cell = fc.string({ unit: fc.constantFrom('a', 'Z', '7', ' ', 'é', '"', ',', ';', '\t', '|', '\n', "'", '='), maxLength: 8 }).map((text) => `x${text}x`)
const table = fc.integer({ min: 2, max: 5 }).chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))

const write = (rows: string[][], delimiter: string, lineEnd: string): string =>
  rows.map((row) => `${row.map((text) => (/["\n,;\t|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(delimiter)}${lineEnd}`).join('')

describe('a table of another program (CSV-01)', () => {
  test('reads back as it was written, whatever its delimiter, quotes, line ends and encoding', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...csvDelimiters),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom(...textEncodings),
        (rows, delimiter, end, encoding) => {
          const header = rows[0]?.map((_cell, place) => `Spalte ${place} é`) ?? []
          const bytes = encode(write([header, ...rows], delimiter, end), encoding)
          const guessed = guessEncoding(bytes)
          expect(guessed).toBe(encoding)
          const text = new TextDecoder(guessed).decode(bytes)
          expect(guessDelimiter(text)).toBe(delimiter)
          const lines = read(text, delimiter)
          expect(lines.map((line) => ('cells' in line ? line.cells : line.refusal))).toEqual([header, ...rows])
          let expected = 2
          for (const [place, row] of rows.entries()) {
            expect(lines[place + 1]?.line).toBe(expected)
            expected += 1 + row.join('').split('\n').length - 1
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('reads back as the app sends it in pieces', () => {
    fc.assert(
      fc.property(table, (rows) => {
        expect(read(linesToCsv(rows), ',').map((line) => 'cells' in line && line.cells)).toEqual(rows)
      }),
    )
    expect(
      read(
        linesToCsv([
          ['', ''],
          [' a ', 'b'],
        ]),
        ',',
      ).map((line) => 'cells' in line && line.cells),
    ).toEqual([
      ['', ''],
      [' a ', 'b'],
    ])
  })

  test.each([
    ['sep=;\nName,Nick;Phone\nA,a;1\n', ';'],
    ['Customers of 3 March, all\n\nName;Phone;Mail\nA;1;a\nB;2;b\n', ';'],
    ['Shop, Main Street, 12\nName|Phone\nA|1\nB|2\nC|3\n', '|'],
    ['Name\nA\n', ','],
    ['', ','],
  ])('%j is parted by %j', (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter)
  })

  test('with a quotation mark that nobody closed is refused there, and what stood before is read', () => {
    expect(read('a,b\n1,2\n"3,4\n5,6\n', ',')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
      { line: 3, refusal: expect.stringContaining('a quotation mark is not closed') },
    ])
  })

  test('keeps a quotation mark in the middle of a cell, and counts empty lines', () => {
    expect(read('a,b\n\n1,19" rack\n', ',')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1', '19" rack'] },
    ])
  })

  test('of plain letters and of none is UTF-8, and one that broke off within a letter is not', () => {
    expect(guessEncoding(new Uint8Array())).toBe('utf-8')
    expect(guessEncoding(Buffer.from('Name;Tel'))).toBe('utf-8')
    expect(guessEncoding(Buffer.from('Zoë').subarray(0, 3))).toBe('windows-1252')
    expect(guessEncoding(Uint8Array.from([0xed, 0xa0, 0x80]))).toBe('windows-1252')
  })
})
