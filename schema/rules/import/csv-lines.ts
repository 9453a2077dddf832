export const csvDelimiters = [',', ';', '\t', '|'] as const

export type CsvDelimiter = (typeof csvDelimiters)[number]

/** A parsed line or the reason why it was refused. `line`: its first line number in the file, from 1. */
export type CsvLine = { line: number; cells: string[] } | { line: number; refusal: string }

const brokenLineText = 'The line cannot be read: a quotation mark is not closed, or the line is too long.'

/**
 * CSV parser options for client and server: stray quotes are kept, and rows of any length are passed on. `toLine`
 * converts a parsed record; `refused` collects lines that could not be parsed.
 */
export function openCsvReading(delimiter: CsvDelimiter) {
  const refused: CsvLine[] = []
  let previousEnd = 0
  const options = {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: 1_000_000,
    // Parsers read ahead, so each record carries its line number as first cell.
    on_record: (cells: string[], { lines }: { lines: number }): string[] => {
      previousEnd = lines
      return [String(toFirstLine(cells, lines)), ...cells]
    },
    on_skip: (): undefined => {
      refused.push({ line: previousEnd + 1, refusal: brokenLineText })
    },
  }
  const toLine = ([line, ...cells]: string[]): CsvLine => ({ line: Number(line), cells })
  return { options, refused, toLine }
}

const toFirstLine = (cells: readonly string[], end: number): number =>
  end - cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)

/** Characters read to guess the delimiter. */
const sampleLength = 20_000

/**
 * The delimiter that splits the most lines into equally many cells, and into the most cells; quoted text is ignored. A first line `sep=;`
 * decides.
 */
export function guessDelimiter(text: string): CsvDelimiter {
  const sample = text.slice(0, sampleLength).replace(/^\uFEFF/, '')
  const named = /^sep=(.)?\r?$/im.exec(sample.slice(0, 10))?.[1]
  const own = csvDelimiters.find((delimiter) => delimiter === named)
  if (own !== undefined) return own
  const lines = sample
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 40)
  const score = (delimiter: CsvDelimiter): number => {
    const counts = Map.groupBy(
      lines.map((line) => line.split(delimiter).length - 1),
      (count) => count,
    )
    return Math.max(...[...counts].map(([count, alike]) => count * alike.length ** 2))
  }
  const scores = csvDelimiters.map((delimiter) => (lines.length === 0 ? 0 : score(delimiter)))
  return csvDelimiters[scores.indexOf(Math.max(...scores))] ?? ','
}

/** CSV without formula guards, for transfer to the server. */
export const linesToCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((cell) => (/[",\r\n]|^\s|\s$|^$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`).join('')
