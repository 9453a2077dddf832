import type { ImportAnswer, ImportWarning } from '#schema/api/shop/table-import.ts'
import { type CsvLine, linesToCsv } from '#schema/rules/import/csv-lines.ts'

export type Refusal = ImportAnswer['refused'][number]

/** Progress of an import; `tried`: lines processed, whatever the outcome. */
export type ImportProgress = { tried: number; total: number; created: number; existing: number; refused: Refusal[]; warnings: ImportWarning[] }

export type PieceAnswer = Pick<ImportAnswer, 'created' | 'existing' | 'refused' | 'warnings'>

export type SendPiece = (csv: string) => Promise<PieceAnswer>

/** One request per piece: the user can stop in between, and the body stays far below the limit. */
const pieceLines = 500
const pieceLength = 4_000_000

/**
 * Sends the lines in pieces, each with the header. Imported lines stay if it stops early; importing the same file again
 * continues, since the shop recognizes its lines.
 */
export async function sendInPieces(
  header: readonly string[],
  lines: readonly CsvLine[],
  send: SendPiece,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  let progress: ImportProgress = { tried: 0, total: lines.length, created: 0, existing: 0, refused: [], warnings: [] }
  for (const piece of toPieces(lines)) {
    const broken = piece.flatMap((line) => ('refusal' in line ? [{ line: line.line, reason: line.refusal }] : []))
    const whole = piece.filter((line) => 'cells' in line)
    const { csv, lineByPlace } = toCsvPiece(header, whole)
    const answer: PieceAnswer = whole.length === 0 ? { created: 0, existing: 0, refused: [], warnings: [] } : await send(csv)
    const toOwnLine = <Told extends { line: number }>(told: Told): Told => ({ ...told, line: lineByPlace.get(told.line) ?? told.line })
    progress = {
      ...progress,
      tried: progress.tried + piece.length,
      created: progress.created + answer.created,
      existing: progress.existing + answer.existing,
      refused: [...progress.refused, ...broken, ...answer.refused.map(toOwnLine)],
      warnings: [...progress.warnings, ...answer.warnings.map(toOwnLine)],
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

/** The piece as CSV, with the file's line number for each of its lines. */
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
