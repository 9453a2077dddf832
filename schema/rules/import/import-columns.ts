import type { TablesTexts } from '../../language/compiled/tables/tables-type.ts'
import { type DecimalMark, decimalMarks } from '../money/written-amount.ts'
import { type DateOrder, dateOrders } from './read-dates.ts'
import type { CsvLine } from './csv-lines.ts'
import { type CellType, foldHeader, headerMaxLength, type ImportField, importFields, type ImportKind, importKinds, maxColumns } from './import-fields.ts'

/** How the cells of a column are parsed: the order of day and month, or the decimal mark. */
export const columnReadings = [...dateOrders, ...decimalMarks] as const

export type ColumnReading = DateOrder | DecimalMark

/** 'Day first', or an amount in that writing. */
export const readingToLabel = (reading: ColumnReading, { reading: dates }: Pick<TablesTexts, 'reading'>): string =>
  reading === '.' ? '1,234.50' : reading === ',' ? '1.234,50' : dates[reading]()

/** `field`: null for a column that is left out. `reading`: absent if no cell of the column depends on one. */
export type ImportColumn = { header: string; field: string | null; reading?: ColumnReading | undefined }

export const findField = (kind: ImportKind, name: string | null): ImportField | undefined => importFields[kind].find((field) => field.name === name)

const amountTypes: ReadonlySet<CellType | undefined> = new Set(['amount', 'price', 'quote', 'count'] as const)

export const hasAmounts = (kind: ImportKind, field: string | null): boolean => amountTypes.has(findField(kind, field)?.type)

const cutHeader = (header: string): string => header.trim().slice(0, headerMaxLength)

/** Uses each field once, for its best header; unknown columns get null. */
export function guessColumns(kind: ImportKind, headers: readonly string[]): ImportColumn[] {
  const placesByHeader = new Map<string, number[]>()
  for (const [place, header] of headers.entries()) {
    const folded = foldHeader(header)
    placesByHeader.set(folded, [...(placesByHeader.get(folded) ?? []), place].slice(0, importFields[kind].length))
  }
  const fieldByPlace = new Map<number, string>()
  for (const { name, headers: known } of importFields[kind]) {
    const places = placesByHeader.get(known.find((header) => (placesByHeader.get(header)?.length ?? 0) > 0) ?? '')
    const place = places?.shift()
    if (place !== undefined) fieldByPlace.set(place, name)
  }
  return headers.map((header, place) => ({ header: cutHeader(header), field: fieldByPlace.get(place) ?? null }))
}

/** The user's choice applied to the file's columns: by header, equal headers in order. */
export function chooseColumns(headers: readonly string[], chosen: readonly ImportColumn[]): ImportColumn[] {
  const left = Map.groupBy(chosen, ({ header }) => cutHeader(header))
  return headers.map((header) => {
    const { field = null, reading } = left.get(cutHeader(header))?.shift() ?? {}
    return { header: cutHeader(header), field, ...(reading !== undefined && { reading }) }
  })
}

const knownHeaders = new Set(importKinds.flatMap((kind) => importFields[kind].flatMap(({ headers }) => headers)))

/** The header is searched in so many lines: a title, a shop, a date or `sep=;` may come before it. */
export const maxLinesAbove = 20

/** Index of the header: the line with the most chosen headers, or without a choice the most known headers; the first of equal ones. */
export function findHeaderPlace(lines: readonly CsvLine[], chosen: readonly ImportColumn[] = []): number {
  const wanted = new Set(chosen.map(({ header }) => cutHeader(header)))
  wanted.delete('')
  const isHeader = (cell: string): boolean => (wanted.size > 0 ? wanted.has(cutHeader(cell)) : knownHeaders.has(foldHeader(cell)))
  const counts = lines.slice(0, maxLinesAbove).map((line) => ('cells' in line ? line.cells.slice(0, maxColumns).filter(isHeader).length : 0))
  const isSeparator = (line: CsvLine | undefined): boolean => line !== undefined && 'cells' in line && /^sep=.?$/i.test(line.cells[0]?.trim() ?? '')
  const first = isSeparator(lines[0]) ? 1 : 0
  return counts.reduce((best, count, place) => (count > (counts[best] ?? 0) ? place : best), first)
}

/** Checked before any header is read. */
export const findWidthIssue = (headers: readonly string[]): string | undefined =>
  headers.length > maxColumns ? `A file can have ${maxColumns} columns. This one has ${headers.length.toLocaleString('en-US')}.` : undefined

const nameParts = ['name', 'firstName', 'lastName', 'company']

export function findColumnsIssue(kind: ImportKind, columns: readonly ImportColumn[]): string | undefined {
  const used = new Set<string>()
  for (const { field } of columns) {
    if (field === null) continue
    const known = findField(kind, field)
    if (known === undefined) return `There is no field '${field}' of ${kind}.`
    if (used.has(field)) return `Two columns are chosen as ${known.label}. Choose one of them.`
    used.add(field)
  }
  const has = (...names: readonly string[]): boolean => names.some((name) => used.has(name))
  if (kind === 'products') return has('name', 'sku') ? undefined : 'Choose the column that holds the name of the product.'
  if (kind === 'customers') return has(...nameParts, 'phone', 'email') ? undefined : 'Choose the column that holds the name of the customer.'
  if (!has(...nameParts, 'phone', 'email')) return 'Choose the column that holds the customer of the order.'
  return has('device', 'brand', 'model', 'issue') ? undefined : 'Choose the column that holds the device or the issue of the order.'
}
