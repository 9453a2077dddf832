import { unguardText } from '../money/csv.ts'
import type { DateOrder } from './read-cells.ts'
import type { ImportColumn } from './import-fields.ts'

/** What a whole import reads by. */
export type ReadingRules = {
  dateOrder: DateOrder
  /** Of phone numbers that name none. */
  countryCode: string
}

export type RowCells = (field: string) => string

/** A row came out of its columns, or a reason why it cannot. */
export type Read<Row> = { row: Row } | { refusal: string }

/** The cells of a line by field, without the guards of a spreadsheet; or why the line has none. */
export function toRowCells(columns: readonly ImportColumn[], cells: readonly string[]): { cellOf: RowCells } | { refusal: string } {
  const extra = cells.slice(columns.length).filter((cell) => cell.trim() !== '')
  // Some programs leave out the empty cells at the end of a line.
  const isCut = cells.length === 1 && columns.length > 1
  if (extra.length > 0 || isCut) {
    return { refusal: `The line has ${cells.length} cells, the header has ${columns.length}. Is there a quotation mark or a delimiter too many?` }
  }
  const valueByField = new Map(columns.flatMap(({ field }, place) => (field === null ? [] : [[field, unguardText((cells[place] ?? '').trim())] as const])))
  return { cellOf: (field) => valueByField.get(field) ?? '' }
}

/** 'Ada Example', 'Example Ltd (Ada Example)', or what else tells who it is. */
export function toCustomerName(cellOf: RowCells): string {
  const person = cellOf('name') || [cellOf('firstName'), cellOf('lastName')].filter(Boolean).join(' ')
  const company = cellOf('company')
  // Programs that say whether the contact is a company say so with one word.
  const isFlag = /^(yes|no|true|false|0|1)$/i.test(company)
  if (company === '' || isFlag || company === person) return person || cellOf('phone') || cellOf('email')
  return person === '' ? company : `${company} (${person})`
}
