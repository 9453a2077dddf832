import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { openCsvReading, type CsvDelimiter, type CsvLine } from '#schema/rules/import/csv-lines.ts'

/** Between two pieces of a text, others have their turn. */
const pieceLength = 64_000

async function* toPieces(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += pieceLength) {
    yield text.slice(start, start + pieceLength)
    await setImmediate()
  }
}

/** The lines of a CSV text one after the other, the header first; what cannot be read is refused by itself and does not end the file. */
export async function* readTable(text: string, delimiter: CsvDelimiter): AsyncGenerator<CsvLine> {
  const { options, refused, toLine } = openCsvReading(delimiter)
  const parser = Readable.from(toPieces(text)).pipe(parse(options))
  for await (const cells of parser as AsyncIterable<string[]>) {
    yield* refused.splice(0)
    yield toLine(cells)
  }
  yield* refused.splice(0)
}
