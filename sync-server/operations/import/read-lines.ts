import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import { openRepairFormat } from './open-repair.ts'
import { ownExportFormat } from './own-export.ts'
import type { ImportFormat, LineOutcome } from './record.ts'

const formats: readonly ImportFormat[] = [openRepairFormat, ownExportFormat]

/** The whole file cannot be imported (missing, unknown columns). */
export class ImportFileError extends Error {}

/** Streams CSV records (RFC 4180, UTF-8); `line` is where a record starts. A broken record is refused alone. */
export async function* readLines(file: string, onFormat?: (format: ImportFormat) => void): AsyncGenerator<LineOutcome> {
  let format: ImportFormat | undefined
  const refusals: LineOutcome[] = []
  let previousEnd = 1
  const parser = createReadStream(file).pipe(
    parse({
      bom: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: 1_000_000,
      columns: (header: string[]) => {
        format = formats.find(({ requiredColumns }) => requiredColumns.every((column) => header.includes(column)))
        if (format === undefined) throw new ImportFileError(unknownColumnsMessage(header))
        onFormat?.(format)
        return header
      },
      // The parser reads ahead of the loop below, so line numbers are taken here.
      on_record: (record: Record<string, string>, { lines }): { record: Record<string, string>; line: number } => {
        const line = previousEnd + 1
        previousEnd = lines
        return { record, line }
      },
      on_skip: (error) => {
        refusals.push({ line: previousEnd + 1, refusal: error?.message ?? 'The line cannot be read' })
        previousEnd = typeof error?.['lines'] === 'number' ? error['lines'] : previousEnd + 1
      },
    }),
  )
  for await (const { record, line } of parser as AsyncIterable<{ record: Record<string, string>; line: number }>) {
    yield* refusals.splice(0)
    if (format === undefined) throw new ImportFileError('The file has no header line')
    const outcome = format.rowToRecord(record)
    yield { line, ...outcome }
  }
  yield* refusals.splice(0)
  if (format === undefined) throw new ImportFileError('The file is empty')
}

function unknownColumnsMessage(header: string[]): string {
  const wanted = formats.map(({ name, requiredColumns }) => {
    const missing = requiredColumns.filter((column) => !header.includes(column))
    return `${name}: ${missing.join(', ')}`
  })
  return `The columns of this file are not known. Missing for ${wanted.join(' — for ')}`
}
