export const csvDelimiters = [',', ';', '\t'] as const

export type CsvDelimiter = (typeof csvDelimiters)[number]

export const delimiterLabels: Readonly<Record<CsvDelimiter, string>> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' }

/** A line that was read, or why it was not. `line`: the first of its lines in the file, as an editor counts them. */
export type CsvLine = { line: number; cells: string[] } | { line: number; refusal: string }

const brokenLineText = 'The line cannot be read: a quotation mark is not closed, or the line is too long.'

/**
 * Options of the CSV parser of either side, for a file as people have it: quotes where they do not belong stay, and a row of another length is
 * a matter of whoever reads it. `toLine` reads what the parser gives; `refused` holds what it could not read.
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
    // A parser reads ahead, so lines are counted where it meets them, and travel as a first cell.
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

/** Where a record began that ends in line `end`: its cells may hold line breaks. */
const toFirstLine = (cells: readonly string[], end: number): number =>
  end - cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)

/** So much of a file tells its delimiter. */
const sampleLength = 20_000

/** The one that divides the header and the lines behind it most, and each of them alike; texts in quotes do not count. */
export function guessDelimiter(text: string): CsvDelimiter {
  const lines = text
    .slice(0, sampleLength)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const [header = '', ...others] = lines
  const score = (delimiter: CsvDelimiter): number => {
    const count = (line: string): number => line.split(delimiter).length - 1
    const expected = count(header)
    return expected === 0 ? 0 : expected * (1 + others.filter((line) => count(line) === expected).length)
  }
  return csvDelimiters.reduce((best, delimiter) => (score(delimiter) > score(best) ? delimiter : best))
}

/** A table in the plainest way, for sending: nothing is guarded, so that what arrives is what was read. */
export const linesToCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((cell) => (/[",\r\n]|^\s|\s$|^$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`).join('')
