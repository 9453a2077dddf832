import type { ImportAnswer, ImportBody } from '#schema/api/shop/table-import.ts'
import { AppError } from '#schema/errors.ts'
import { guessDelimiter, type CsvDelimiter, type CsvLine, openCsvReading } from '#schema/rules/import/csv-lines.ts'
import {
  chooseColumns,
  findColumnsIssue,
  findHeaderPlace,
  findWidthIssue,
  guessColumns,
  type ImportColumn,
  maxLinesAbove,
} from '#schema/rules/import/import-columns.ts'
import { openRows, type Read, type ReadingRules, type RowCells, type Warning } from '#schema/rules/import/row-cells.ts'
import { foldStatus } from '#schema/rules/import/status-words.ts'
import { TableSurvey } from '#schema/rules/import/table-survey.ts'
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

type Guessed = 'columns' | 'delimiter' | 'dateOrder' | 'statuses' | 'sharedSkus' | 'numbersAbove'

export type TableInput = Omit<ImportBody, Guessed> & Partial<Pick<ImportBody, Guessed>>

export type ImportedLine<Row> = { line: number; row: Row; warnings: readonly Warning[] }

export type Importer<Row> = {
  read: (cells: RowCells) => Read<Row>
  /** Returns the outcome of each line. */
  write: (lines: readonly ImportedLine<Row>[]) => Promise<readonly LineEnd[]>
}

/** `warning`: of a line whose row exists, and yet differs. */
export type LineEnd =
  | { line: number; end: 'created' }
  | { line: number; end: 'existing'; warning?: Warning | undefined }
  | { line: number; end: 'refused'; reason: string }

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
  const { columns, headerLine } = await readColumns(input, delimiter)
  const profile = await findShopProfile(services.reader, shopId)
  if (profile === undefined) throw new AppError('NOT_FOUND')
  const { locale, countryCode, effectiveTimeZone: timeZone } = profile
  const statusIds = new Map(input.statuses?.map(({ text, statusId }) => [foldStatus(text), statusId]))
  const survey = new TableSurvey(input.kind, columns)
  for await (const line of linesBehind(headerLine, input.csv, delimiter)) survey.add(line)
  const facts = survey.finish({ locale, delimiter, dateOrder: input.dateOrder, statusIds })
  const target = openTarget(services, { userId, shopId, isDryRun: input.dryRun })
  if (input.kind === 'orders') await target.numberAbove(input.numbersAbove ?? facts.numbersAbove)
  const sharedSkus = new Set(input.sharedSkus ?? facts.sharedSkus)
  const rules: ReadingRules = { kind: input.kind, columns: facts.columns, countryCode, timeZone, now: services.clock().toISOString(), statusIds, sharedSkus }
  const answer: ImportAnswer = { columns: facts.columns, read: 0, created: 0, existing: 0, refused: [], warnings: [], statuses: facts.statuses }
  const lines = linesBehind(headerLine, input.csv, delimiter)
  await runImporter(await openImporter(target, rules), { lines, rules, answer, onProgress })
  answer.refused.sort((one, other) => one.line - other.line)
  answer.warnings.sort((one, other) => one.line - other.line)
  return answer
}

/** `unknown`, because only its own importer knows the rows of a kind. */
async function openImporter(target: Target, rules: ReadingRules): Promise<Importer<unknown>> {
  const { kind } = rules
  const importer = kind === 'customers' ? importCustomers(target) : kind === 'orders' ? await importOrders(target) : await importProducts(target, rules)
  return importer as Importer<unknown>
}

type Run = { lines: AsyncIterable<CsvLine>; rules: ReadingRules; answer: ImportAnswer; onProgress: ((answer: ImportAnswer) => void) | undefined }

async function runImporter(importer: Importer<unknown>, { lines, rules, answer, onProgress }: Run): Promise<void> {
  const openRow = openRows(rules)
  let batch: ImportedLine<unknown>[] = []
  const warn = (line: number, warnings: readonly Warning[]): void => {
    for (const { kind, text } of warnings) answer.warnings.push({ line, kind, reason: `${kind}: ${text}` })
  }
  const flush = async (): Promise<void> => {
    const warningsByLine = new Map(batch.map(({ line, warnings }) => [line, warnings]))
    const ends = batch.length === 0 ? [] : await importer.write(batch)
    batch = []
    for (const end of ends) {
      if (end.end === 'refused') answer.refused.push({ line: end.line, reason: end.reason })
      else answer[end.end] += 1
      if (end.end === 'created') warn(end.line, warningsByLine.get(end.line) ?? [])
      if (end.end === 'existing' && end.warning !== undefined) warn(end.line, [end.warning])
    }
    onProgress?.(answer)
  }
  for await (const found of lines) {
    answer.read += 1
    const row = 'refusal' in found ? found : openRow(found.cells)
    const read = 'refusal' in row ? row : importer.read(row.cells)
    if ('refusal' in read) answer.refused.push({ line: found.line, reason: read.refusal })
    else batch.push({ line: found.line, ...read })
    if (batch.length >= batchLines) await flush()
  }
  await flush()
}

/** The columns, and the line of the file that names them. */
async function readColumns({ kind, csv, columns: chosen }: TableInput, delimiter: CsvDelimiter): Promise<{ columns: ImportColumn[]; headerLine: number }> {
  const first: CsvLine[] = []
  for await (const line of readTable(csv, delimiter)) {
    first.push(line)
    if (first.length === maxLinesAbove) break
  }
  const header = first[findHeaderPlace(first, chosen)]
  if (header === undefined || 'refusal' in header) throw invalid('csv', 'The file has no header line.')
  const widthIssue = findWidthIssue(header.cells)
  if (widthIssue !== undefined) throw invalid('columns', widthIssue)
  const columns = chosen === undefined ? guessColumns(kind, header.cells) : chooseColumns(header.cells, chosen)
  const issue = findColumnsIssue(kind, columns)
  if (issue !== undefined) throw invalid('columns', issue)
  return { columns, headerLine: header.line }
}

const invalid = (path: string, message: string): AppError => new AppError('VALIDATION', message, { issues: [{ path, message }] })

async function* linesBehind(headerLine: number, csv: string, delimiter: CsvDelimiter): AsyncGenerator<CsvLine> {
  for await (const line of readTable(csv, delimiter)) if (line.line > headerLine) yield line
}
