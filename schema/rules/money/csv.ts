/** Texts are guarded; numbers are amounts with two decimals; bigints are integers; null is an empty cell. */
export type CsvCell = string | number | bigint | null

/**
 * RFC 4180 CSV with CRLF and a byte order mark, which Excel needs for UTF-8. Texts that look like a formula get a
 * leading apostrophe. Rows are as long as the first.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + toCsvRows(rows)
}

export const byteOrderMark = '\uFEFF'

/** Rows without a byte order mark, for output in pieces. */
export const toCsvRows = (rows: readonly (readonly CsvCell[])[]): string => rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')

export const unguardText = (text: string): string => (text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text).replaceAll(guardedInside, '$1')

const isFormula = (text: string): boolean => /^[=+\-@＝＋－＠\t\r\n]/.test(text)

/**
 * Spreadsheets that split at semicolons or tabs (Excel in much of Europe) start a cell after each, ignore our quotes,
 * and so start one after each line break too.
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
