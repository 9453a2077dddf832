import type { ImportAnswer } from '#schema/api/shop/table-import.ts'
import { type CsvLine, linesToCsv } from '#schema/rules/import/csv-lines.ts'

export type Refusal = ImportAnswer['refused'][number]

/** What has come of an import so far; `tried`: lines of the file, whatever became of them. */
export type ImportProgress = { tried: number; total: number; created: number; existing: number; refused: Refusal[] }

export type SendPiece = (csv: string) => Promise<Pick<ImportAnswer, 'created' | 'existing' | 'refused'>>

/** Each piece is a request, after which a person may stop; and far smaller than a body can be. */
const pieceLines = 500
const pieceLength = 4_000_000

/**
 * Sends the lines of a file in pieces, each with the header. What is in stays in when it ends early, and the same file again goes on: the shop
 * knows its lines.
 */
export async function sendInPieces(
  header: readonly string[],
  lines: readonly CsvLine[],
  send: SendPiece,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  let progress: ImportProgress = { tried: 0, total: lines.length, created: 0, existing: 0, refused: [] }
  for (const piece of toPieces(lines)) {
    const broken = piece.flatMap((line) => ('refusal' in line ? [{ line: line.line, reason: line.refusal }] : []))
    const whole = piece.filter((line) => 'cells' in line)
    const { csv, lineByPlace } = toCsvPiece(header, whole)
    const answer = whole.length === 0 ? { created: 0, existing: 0, refused: [] } : await send(csv)
    progress = {
      ...progress,
      tried: progress.tried + piece.length,
      created: progress.created + answer.created,
      existing: progress.existing + answer.existing,
      refused: [...progress.refused, ...broken, ...answer.refused.map(({ line, reason }) => ({ line: lineByPlace.get(line) ?? line, reason }))],
    }
    onProgress(progress)
  }
  return progress
}

function* toPieces(lines: readonly CsvLine[]): Generator<CsvLine[]> {
  let [piece, length]: [CsvLine[], number] = [[], 0]
  for (const line of lines) {
    piece.push(line)
    length += 'cells' in line ? line.cells.reduce((sum, cell) => sum + cell.length, 0) : 0
    if (piece.length < pieceLines && length < pieceLength) continue
    yield piece
    ;[piece, length] = [[], 0]
  }
  if (piece.length > 0) yield piece
}

/** The piece as a file of its own, and which line of the person's file stands in which of its lines. */
function toCsvPiece(header: readonly string[], lines: readonly Extract<CsvLine, { cells: string[] }>[]): { csv: string; lineByPlace: Map<number, number> } {
  const lineByPlace = new Map<number, number>()
  let csv = linesToCsv([header])
  let place = 1 + countBreaks(csv)
  for (const { line, cells } of lines) {
    const text = linesToCsv([cells])
    lineByPlace.set(place, line)
    place += countBreaks(text)
    csv += text
  }
  return { csv, lineByPlace }
}

const countBreaks = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0
