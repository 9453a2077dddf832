import type { ImportAnswer, ImportBody } from '#schema/api/shop/table-import.ts'
import { AppError } from '#schema/errors.ts'
import { guessDelimiter, type CsvDelimiter, type CsvLine, openCsvReading } from '#schema/rules/import/csv-lines.ts'
import { chooseColumns, findColumnsIssue, guessColumns, type ImportColumn } from '#schema/rules/import/import-fields.ts'
import { findHighestTicket } from '#schema/rules/import/order-row.ts'
import { guessDateOrder, type DateOrder } from '#schema/rules/import/read-cells.ts'
import { toRowCells, type Read, type ReadingRules, type RowCells } from '#schema/rules/import/row-cells.ts'
import { findShopProfile } from '../../queries/shop-profiles.ts'
import type { Services } from '../../services.ts'
import { importCustomers } from './import-customers.ts'
import { importOrders } from './import-orders.ts'
import { importProducts } from './import-products.ts'
import { openTarget, type Target } from './table-target.ts'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'

/** Characters parsed before other requests get a turn. */
const pieceLength = 64_000

async function* toPieces(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += pieceLength) {
    yield text.slice(start, start + pieceLength)
    await setImmediate()
  }
}

/** Yields the lines of a CSV text, header first. An unreadable line is refused alone; the rest goes on. */
async function* readTable(text: string, delimiter: CsvDelimiter): AsyncGenerator<CsvLine> {
  const { options, refused, toLine } = openCsvReading(delimiter)
  const parser = Readable.from(toPieces(text)).pipe(parse(options))
  for await (const cells of parser as AsyncIterable<string[]>) {
    yield* refused.splice(0)
    yield toLine(cells)
  }
  yield* refused.splice(0)
}

/** Lines per transaction; other writers of the shop run in between. */
const batchLines = 200

type Guessed = 'columns' | 'delimiter' | 'dateOrder' | 'numbersAbove'

export type TableInput = Omit<ImportBody, Guessed> & Partial<Pick<ImportBody, Guessed>>

export type ImportedLine<Row> = { line: number; row: Row }

export type Importer<Row> = {
  read: (cellOf: RowCells) => Read<Row>
  /** Returns outcomes of lines whose row was not created. */
  write: (lines: readonly ImportedLine<Row>[]) => Promise<readonly LineEnd[]>
}

export type LineEnd = { line: number; end: 'created' | 'existing' } | { line: number; end: 'refused'; reason: string }

/**
 * Imports a table into the shop. Row ids derive from the shop and the row's key, so importing a file twice finds the
 * existing rows. `userId`: null for the command line.
 * @throws AppError VALIDATION for an unreadable file or unusable columns
 */
export async function importTable(
  services: Services,
  userId: string | null,
  shopId: string,
  input: TableInput,
  onProgress?: (answer: ImportAnswer) => void,
): Promise<ImportAnswer> {
  const delimiter = input.delimiter ?? guessDelimiter(input.csv)
  const columns = await readColumns(input, delimiter)
  const profile = await findShopProfile(services.reader, shopId)
  if (profile === undefined) throw new AppError('NOT_FOUND')
  const { dateOrder, numbersAbove } = await survey(input, delimiter, columns, profile.locale)
  const target = openTarget(services, { userId, shopId, isDryRun: input.dryRun })
  if (input.kind === 'orders') await target.numberAbove(numbersAbove)
  const rules: ReadingRules = { dateOrder, countryCode: profile.countryCode }
  const answer: ImportAnswer = { columns, read: 0, created: 0, existing: 0, refused: [] }
  const lines = withoutHeader(readTable(input.csv, delimiter))
  await runImporter(await openImporter(input.kind, target, rules), { lines, columns, answer, onProgress })
  answer.refused.sort((one, other) => one.line - other.line)
  return answer
}

/** The cast is safe: only the matching importer sees its rows. */
async function openImporter(kind: ImportBody['kind'], target: Target, rules: ReadingRules): Promise<Importer<unknown>> {
  const importer = kind === 'customers' ? importCustomers(target, rules) : kind === 'orders' ? await importOrders(target, rules) : await importProducts(target)
  return importer as Importer<unknown>
}

type Run = { lines: AsyncIterable<CsvLine>; columns: readonly ImportColumn[]; answer: ImportAnswer; onProgress: ((answer: ImportAnswer) => void) | undefined }

async function runImporter(importer: Importer<unknown>, { lines, columns, answer, onProgress }: Run): Promise<void> {
  let batch: ImportedLine<unknown>[] = []
  const flush = async (): Promise<void> => {
    const ends = batch.length === 0 ? [] : await importer.write(batch)
    batch = []
    for (const end of ends) {
      if (end.end === 'refused') answer.refused.push({ line: end.line, reason: end.reason })
      else answer[end.end] += 1
    }
    onProgress?.(answer)
  }
  for await (const found of lines) {
    answer.read += 1
    const read = readLine(importer, columns, found)
    if ('refusal' in read) answer.refused.push({ line: found.line, reason: read.refusal })
    else batch.push({ line: found.line, row: read.row })
    if (batch.length >= batchLines) await flush()
  }
  await flush()
}

function readLine(importer: Importer<unknown>, columns: readonly ImportColumn[], line: CsvLine): Read<unknown> {
  if ('refusal' in line) return line
  const row = toRowCells(columns, line.cells)
  return 'refusal' in row ? row : importer.read(row.cellOf)
}

async function readColumns({ kind, csv, columns: chosen }: TableInput, delimiter: CsvDelimiter): Promise<ImportColumn[]> {
  const { value: header } = await readTable(csv, delimiter).next()
  if (header === undefined || 'refusal' in header) throw invalid('csv', 'The file has no header line.')
  const columns = chosen === undefined ? guessColumns(kind, header.cells) : chooseColumns(header.cells, chosen)
  const issue = findColumnsIssue(kind, columns)
  if (issue !== undefined) throw invalid('columns', issue)
  return columns
}

const invalid = (path: string, message: string): AppError => new AppError('VALIDATION', message, { issues: [{ path, message }] })

async function* withoutHeader(lines: AsyncIterable<CsvLine>): AsyncGenerator<CsvLine> {
  let isHeader = true
  for await (const line of lines) {
    if (!isHeader) yield line
    isHeader = false
  }
}

/** Reads all lines to find the date order and the highest ticket number. */
async function survey(
  input: TableInput,
  delimiter: CsvDelimiter,
  columns: readonly ImportColumn[],
  locale: string,
): Promise<{ dateOrder: DateOrder; numbersAbove: number }> {
  const placesOf = (...names: readonly string[]): number[] => columns.flatMap(({ field }, place) => (field !== null && names.includes(field) ? [place] : []))
  const [datePlaces, ticketPlaces] = [placesOf('createdAt', 'due'), placesOf('ticket')]
  const isKnown = (input.dateOrder !== undefined || datePlaces.length === 0) && (input.numbersAbove !== undefined || ticketPlaces.length === 0)
  const dates = new Set<string>()
  let numbersAbove = 0
  for await (const line of isKnown ? noLines() : withoutHeader(readTable(input.csv, delimiter))) {
    if ('refusal' in line) continue
    for (const place of datePlaces) dates.add((line.cells[place] ?? '').slice(0, 40))
    numbersAbove = Math.max(numbersAbove, findHighestTicket(ticketPlaces.map((place) => line.cells[place] ?? '')))
  }
  return { dateOrder: input.dateOrder ?? guessDateOrder(dates, locale), numbersAbove: input.numbersAbove ?? numbersAbove }
}

// oxlint-disable-next-line require-yield -- nothing is left to know
async function* noLines(): AsyncGenerator<CsvLine> {}
