import { longTextMaxLength } from '../../fields.ts'
import { phoneToStoredText } from '../../values/phone.ts'
import { type ColumnReading, findField, type ImportColumn } from './import-columns.ts'
import type { CellType, ImportField, ImportKind } from './import-fields.ts'
import { type CellRules, type CellValue, readCell } from './read-cell.ts'
import type { ReadPhone } from './read-phones.ts'

export type ReadingRules = CellRules & {
  kind: ImportKind
  columns: readonly ImportColumn[]
  /** Folded SKUs that several articles of the file share. */
  sharedSkus: ReadonlySet<string>
  /** Absent: names of employees are not checked. */
  employeeIdOf?: ((foldedName: string) => string | undefined) | undefined
}

/** A cell that could not be parsed and is kept in the notes. `kind`: equal for all such cells of a column. */
export type Warning = { kind: string; text: string }

export type Read<Row> = { row: Row; warnings: readonly Warning[] } | { refusal: string }

type MappedColumn = { place: number; field: ImportField; reading: ColumnReading | undefined }

const warnedLength = 100

/** The cells of a row by field. Collects cells that cannot be parsed, for the notes. */
export class RowCells {
  readonly warnings: Warning[] = []
  readonly #cells: readonly string[]
  readonly #columns: ReadonlyMap<string, MappedColumn>
  readonly #rules: ReadingRules
  readonly #left: string[] = []

  constructor(cells: readonly string[], columns: ReadonlyMap<string, MappedColumn>, rules: ReadingRules) {
    this.#cells = cells
    this.#columns = columns
    this.#rules = rules
  }

  /** Call once per field: each call collects the cell again. */
  read<Type extends CellType = 'text'>(name: string): CellValue<Type> | null {
    const column = this.#columns.get(name)
    if (column === undefined) return null
    const { text, value, problem } = readCell(column.field, this.#cells[column.place] ?? '', column.reading, this.#rules)
    if (problem !== undefined) this.keep(name, text, problem)
    return value as CellValue<Type> | null
  }

  text(name: string): string {
    return this.read(name) ?? ''
  }

  /** The cell as the file has it; '' without its column. */
  written(name: string): string {
    const column = this.#columns.get(name)
    return column === undefined ? '' : (this.#cells[column.place] ?? '').trim().slice(0, column.field.maxLength)
  }

  /** Collects a text for the notes, and warns if there is a problem. `noted`: label in the notes, by default that of the field. */
  keep(name: string, text: string, problem?: string, noted?: string): void {
    const label = findField(this.#rules.kind, name)?.label ?? name
    this.#left.push(toKeptNote(noted ?? label, text))
    if (problem !== undefined) this.warn(`${label} ${problem}`, text)
  }

  warn(kind: string, text: string): void {
    this.warnings.push({ kind, text: text.length > warnedLength ? `${text.slice(0, warnedLength)}…` : text })
  }

  /** The texts and all collected cells. */
  toNotes(texts: readonly string[]): string {
    const notes = [...texts, ...this.#left].filter(Boolean).join('\n')
    if (notes.length <= longTextMaxLength) return notes
    this.warn('Notes are longer than 20,000 characters, and are cut', notes)
    return `${notes.slice(0, longTextMaxLength - 1)}…`
  }

  toPhones(...names: readonly string[]): { main: ReadPhone | null; other: ReadPhone | null } {
    const phones = new Map<string, ReadPhone>()
    for (const name of names) {
      for (const phone of this.read<'phone'>(name) ?? []) {
        const key = `${phone.countryCode} ${phone.phone.replace(/^0/, '')}`
        if (!phones.has(key) && phones.size === maxPhones) this.keep(name, `${phone.countryCode} ${phone.phone}`, 'is a third one')
        else if (!phones.has(key)) phones.set(key, phone)
      }
    }
    const [main = null, other = null] = phones.values()
    return { main, other }
  }

  /** The person, else the company or another identifying field. */
  toCustomerName(phone: ReadPhone | null, email: string | null): { name: string; company: string } {
    const whole = this.text('name')
    const parts = [this.text('firstName'), this.text('lastName')].filter(Boolean).join(' ')
    // Some exports hold a yes/no flag in the company column.
    const [company = ''] = [this.text('company')].filter((text) => !/^(?:yes|no|true|false|0|1)$/i.test(text))
    // Some exports hold the company in the name and the person in first and last name.
    if (whole !== '' && parts !== '' && !sameWords(whole, parts)) this.keep('name', parts, undefined, 'Contact')
    const name = whole || parts || company
    if (name.length > nameMaxLength) this.keep('name', name, 'is longer than 200 characters')
    const fitting = name.slice(0, nameMaxLength).trim()
    return { name: fitting || (phone === null ? (email ?? '') : phoneToStoredText(phone.countryCode, phone.phone)), company }
  }
}

/** 'Ticket there: RD-1042/2' */
export const toKeptNote = (label: string, text: string): string => `${label} there: ${text}`

const maxPhones = 2
const nameMaxLength = 200

const sameWords = (one: string, other: string): boolean =>
  one
    .toLowerCase()
    .split(/[\s,]+/)
    .toSorted()
    .join(' ') ===
  other
    .toLowerCase()
    .split(/[\s,]+/)
    .toSorted()
    .join(' ')

/** Reads only the columns that have a field. */
export function openRows(rules: ReadingRules): (cells: readonly string[]) => { cells: RowCells } | { refusal: string } {
  const width = rules.columns.length
  const mapped = new Map<string, MappedColumn>()
  for (const [place, { field: name, reading }] of rules.columns.entries()) {
    const field = findField(rules.kind, name)
    if (field !== undefined) mapped.set(field.name, { place, field, reading })
  }
  return (cells) => {
    // Some programs omit empty cells at the end of a line.
    const isCut = cells.length === 1 && width > 1
    if (isCut || (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))) {
      return { refusal: `The line has ${cells.length} cells, the header has ${width}. Is there a quotation mark or a delimiter too many?` }
    }
    return { cells: new RowCells(cells, mapped, rules) }
  }
}
