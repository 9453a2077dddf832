import { parse } from 'csv-parse/browser/esm/sync'
import { type CsvDelimiter, type CsvLine, guessDelimiter, openCsvReading } from '#schema/rules/import/csv-lines.ts'
import { findHeaderPlace, findWidthIssue } from '#schema/rules/import/import-columns.ts'
import { guessEncoding, type TextEncoding } from '#schema/rules/import/text-encoding.ts'
import { texts } from '#schema/language/compiled/tables/tables-en.ts'

export type Reading = { encoding: TextEncoding; delimiter: CsvDelimiter }

export type ReadTable = { reading: Reading; text: string; header: readonly string[]; lines: readonly CsvLine[] }

export const decode = (bytes: Uint8Array, encoding: TextEncoding): string => new TextDecoder(encoding).decode(bytes)

/**
 * Parses a file; guesses what is not chosen.
 * @throws Error with a message for the user
 */
export function readTable(bytes: Uint8Array, chosen: Partial<Reading> = {}): ReadTable {
  const encoding = chosen.encoding ?? guessEncoding(bytes)
  const text = decode(bytes, encoding)
  if (text.trim() === '') throw new Error(texts.emptyFile())
  if (text.startsWith('PK')) throw new Error(texts.isSpreadsheet())
  const delimiter = chosen.delimiter ?? guessDelimiter(text)
  const { options, refused, toLine } = openCsvReading(delimiter)
  const all = [...parse(text, options).map(toLine), ...refused]
  const place = findHeaderPlace(all)
  const header = all[place]
  if (header === undefined || 'refusal' in header) throw new Error(texts.noHeader())
  const issue = findWidthIssue(header.cells)
  if (issue !== undefined) throw new Error(issue)
  return { reading: { encoding, delimiter }, text, header: header.cells, lines: all.slice(place + 1) }
}
