import { Download } from 'lucide-react'
import type { CsvLine } from '#schema/rules/import/csv-lines.ts'
import type { ImportKind } from '#schema/rules/import/import-fields.ts'
import { toCsv } from '#schema/rules/money/csv.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { downloadText } from '#web/ui/download-text.ts'
import type { Refusal } from './import-pieces.ts'
import type { RunState } from './run-import.tsx'

type ImportResultProps = { state: RunState; kind: ImportKind; fileName: string; header: readonly string[]; lines: readonly CsvLine[] }

/** Limit of shown refusals; the CSV has all. */
const shownLines = 10

const count = (value: number): string => value.toLocaleString('en-US')

/** `nouns`: a plural, such as 'lines'. */
const countOf = (value: number, nouns: string): string => `${count(value)} ${value === 1 ? nouns.slice(0, -1) : nouns}`

export function ImportResult({ state, kind, fileName, header, lines }: ImportResultProps) {
  const progress = state.phase === 'running' || state.phase === 'ended' ? state.progress : undefined
  const { refused, warnings } = state.phase === 'tried' ? state.result : state.phase === 'ended' ? state.progress : { refused: [], warnings: [] }
  return (
    <>
      {state.phase === 'running' && progress !== undefined && (
        <div>
          <progress aria-label="Lines imported" max={progress.total} value={progress.tried} className="w-full" />
          <p className="text-sm text-muted tabular-nums">
            {count(progress.tried)} of {count(progress.total)} lines
          </p>
        </div>
      )}
      <p role="status" className="tabular-nums">
        {toWords(state, kind)}
      </p>
      {refused.length > 0 && (
        <>
          <LineList lines={refused} />
          <span>
            <Button onClick={() => downloadText(refusedToCsv(refused, header, lines), toSavedName(fileName, 'refused'), 'text/csv;charset=utf-8')}>
              <Download aria-hidden="true" />
              Save the refused lines
            </Button>
          </span>
        </>
      )}
      {warnings.length > 0 && (
        <>
          <p className="tabular-nums">
            {countOf(warnings.length, 'cells')} {warnings.length === 1 ? 'stays' : 'stay'} in the notes.
          </p>
          <LineList lines={warnings} />
          <span>
            <Button onClick={() => downloadText(refusedToCsv(warnings, header, lines), toSavedName(fileName, 'notes'), 'text/csv;charset=utf-8')}>
              <Download aria-hidden="true" />
              Save the list
            </Button>
          </span>
        </>
      )}
    </>
  )
}

function LineList({ lines }: { lines: readonly Refusal[] }) {
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {lines.slice(0, shownLines).map(({ line, reason }) => (
        <li key={`${line} ${reason}`} className="wrap-anywhere">
          Line {line}: {reason}
        </li>
      ))}
      {lines.length > shownLines && <li className="text-muted">and {count(lines.length - shownLines)} more</li>}
    </ul>
  )
}

function toWords(state: RunState, kind: ImportKind): string {
  if (state.phase === 'trying') return 'Trying it out…'
  if (state.phase === 'tried') {
    const { created, existing, refused } = state.result
    const there = existing === 1 ? '1 is there already' : `${count(existing)} are there already`
    return `Nothing is stored yet. ${countOf(created, kind)} would be new, ${there}, ${countOf(refused.length, 'lines')} would be refused.`
  }
  if (state.phase !== 'ended') return ''
  const { created, existing, refused, tried, total } = state.progress
  const there = existing === 1 ? '1 was there already' : `${count(existing)} were there already`
  const numbers = `${countOf(created, kind)} imported, ${there}, ${countOf(refused.length, 'lines')} refused.`
  if (state.trouble === undefined) return `Done. ${numbers}`
  return `${state.trouble} ${numbers} ${tried === total - 1 ? '1 line was' : `${countOf(total - tried, 'lines')} were`} not tried: import the same file again, and it goes on from there.`
}

/** The refused lines with number and reason in front; once corrected, the file can be imported as it is. */
export function refusedToCsv(refused: readonly Refusal[], header: readonly string[], lines: readonly CsvLine[]): string {
  const cellsByLine = new Map(lines.map((line) => [line.line, 'cells' in line ? line.cells : []]))
  return toCsv([
    ['Line', 'Reason', ...header],
    ...refused.map(({ line, reason }) => [String(line), reason, ...header.map((_header, place) => cellsByLine.get(line)?.[place] ?? '')]),
  ])
}

const toSavedName = (fileName: string, what: string): string => `${fileName.replace(/\.[^.]*$/, '')}_${what}.csv`
