/** Texts are guarded, numbers are amounts with two decimals, whole numbers (bigint) stand as they are; null is an empty cell. */
export type CsvCell = string | number | bigint | null

/**
 * A table as RFC 4180 CSV with CRLF line ends and a byte order mark, which Excel needs to read UTF-8. A text that a
 * spreadsheet
 * would take for a formula gets a leading apostrophe. Every row has as many cells as the first.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + toCsvRows(rows)
}

export const byteOrderMark = '\uFEFF'

/** Rows of a table that is written in pieces, behind its mark. */
export const toCsvRows = (rows: readonly (readonly CsvCell[])[]): string => rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')

/** The text without the apostrophes that the guard put into it. */
export const unguardText = (text: string): string => (text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text).replaceAll(guardedInside, '$1')

const isFormula = (text: string): boolean => /^[=+\-@＝＋－＠\t\r\n]/.test(text)

/**
 * Where a spreadsheet splits at semicolons or tabs, as Excel does in much of Europe, a cell begins behind each of them; the quotes around
 * ours mean nothing there, so that one begins behind each line break too.
 */
const formulaInside = /([;\t\r\n][ "]*)(?=[=+\-@＝＋－＠])/g
const guardedInside = /([;\t\r\n][ "]*)'(?=[=+\-@＝＋－＠])/g

function toCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return String(cell)
  if (typeof cell === 'number') return cell.toFixed(2)
  const guarded = `${isFormula(cell) ? "'" : ''}${cell.replaceAll(formulaInside, "$1'")}`
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
