import { unguardText } from '../money/csv.ts'
import type { DateOrder } from './read-cells.ts'
import type { ImportColumn } from './import-fields.ts'

export type ReadingRules = {
  dateOrder: DateOrder
  /** Of phone numbers without one. */
  countryCode: string
}

export type RowCells = (field: string) => string

export type Read<Row> = { row: Row } | { refusal: string }

/** Cells by field, without formula guards; or why the line is refused. */
export function toRowCells(columns: readonly ImportColumn[], cells: readonly string[]): { cellOf: RowCells } | { refusal: string } {
  const extra = cells.slice(columns.length).filter((cell) => cell.trim() !== '')
  // Some programs omit empty cells at the end of a line.
  const isCut = cells.length === 1 && columns.length > 1
  if (extra.length > 0 || isCut) {
    return { refusal: `The line has ${cells.length} cells, the header has ${columns.length}. Is there a quotation mark or a delimiter too many?` }
  }
  const valueByField = new Map(columns.flatMap(({ field }, place) => (field === null ? [] : [[field, unguardText((cells[place] ?? '').trim())] as const])))
  return { cellOf: (field) => valueByField.get(field) ?? '' }
}

/** 'Ada Example', 'Example Ltd (Ada Example)', or another identifying field. */
export function toCustomerName(cellOf: RowCells): string {
  const person = cellOf('name') || [cellOf('firstName'), cellOf('lastName')].filter(Boolean).join(' ')
  const company = cellOf('company')
  // Some exports hold a yes/no flag in the company column.
  const isFlag = /^(yes|no|true|false|0|1)$/i.test(company)
  if (company === '' || isFlag || company === person) return person || cellOf('phone') || cellOf('email')
  return person === '' ? company : `${company} (${person})`
}
