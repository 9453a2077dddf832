/** Texts are guarded, numbers stand as they are; null is an empty cell. */
export type CsvCell = string | number | null

/**
 * A table as RFC 4180 CSV with CRLF line ends and a byte order mark, which Excel needs to read UTF-8. A text that a spreadsheet
 * would take for a formula gets a leading apostrophe (AMB-99). Every row has as many cells as the first.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')}`
}

/** The text without the apostrophe that the guard put in front of it. */
export const unguardText = (text: string): string => (isFormula(text.slice(1)) && text.startsWith("'") ? text.slice(1) : text)

const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text)

function toCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return cell.toFixed(2)
  const guarded = isFormula(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
