import { Download } from 'lucide-react'
import type { CsvLine } from '#schema/rules/import/csv-lines.ts'
import type { ImportKind } from '#schema/rules/import/import-fields.ts'
import { toCsv } from '#schema/rules/money/csv.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { downloadText } from '#web/ui/download-text.ts'
import type { Refusal } from './import-pieces.ts'
import type { RunState } from './run-import.tsx'
import { t } from './tables-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'
import { texts } from '#schema/language/compiled/tables/tables-en.ts'

type ImportResultProps = { state: RunState; kind: ImportKind; fileName: string; header: readonly string[]; lines: readonly CsvLine[] }

/** Limit of shown refusals; the CSV has all. */
const shownLines = 10

export function ImportResult({ state, kind, fileName, header, lines }: ImportResultProps) {
  const progress = state.phase === 'running' || state.phase === 'ended' ? state.progress : undefined
  const { refused, warnings } = state.phase === 'tried' ? state.result : state.phase === 'ended' ? state.progress : { refused: [], warnings: [] }
  return (
    <>
      {state.phase === 'running' && progress !== undefined && (
        <div>
          <progress aria-label={t.linesImported()} max={progress.total} value={progress.tried} className="w-full" />
          <p className="text-sm text-muted tabular-nums">{t.linesDone({ done: countToText(progress.tried), total: countToText(progress.total) })}</p>
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
              {t.saveRefused()}
            </Button>
          </span>
        </>
      )}
      {warnings.length > 0 && (
        <>
          <p className="tabular-nums">{t.cellsStay({ count: warnings.length })}</p>
          <LineList lines={warnings} />
          <span>
            <Button onClick={() => downloadText(refusedToCsv(warnings, header, lines), toSavedName(fileName, 'notes'), 'text/csv;charset=utf-8')}>
              <Download aria-hidden="true" />
              {t.saveList()}
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
          {t.lineIs({ line, text: reason })}
        </li>
      ))}
      {lines.length > shownLines && <li className="text-muted">{t.andMore({ count: countToText(lines.length - shownLines) })}</li>}
    </ul>
  )
}

function toWords(state: RunState, kind: ImportKind): string {
  if (state.phase === 'trying') return t.trying()
  if (state.phase === 'tried') {
    const { created, existing, refused } = state.result
    return t.tried({ created: t.created[kind]({ count: created }), existing, refused: refused.length })
  }
  if (state.phase !== 'ended') return ''
  const { created, existing, refused, tried, total } = state.progress
  const numbers = t.imported({ created: t.created[kind]({ count: created }), existing, refused: refused.length })
  if (state.trouble === undefined) return t.done({ numbers })
  return `${state.trouble} ${numbers} ${t.notTriedLines({ count: total - tried })}`
}

const refusedHeader = texts.csvHeader().split(', ')

/** The refused lines with number and reason in front; once corrected, the file can be imported as it is. */
export function refusedToCsv(refused: readonly Refusal[], header: readonly string[], lines: readonly CsvLine[]): string {
  const cellsByLine = new Map(lines.map((line) => [line.line, 'cells' in line ? line.cells : []]))
  return toCsv([
    [...refusedHeader, ...header],
    ...refused.map(({ line, reason }) => [String(line), reason, ...header.map((_header, place) => cellsByLine.get(line)?.[place] ?? '')]),
  ])
}

const toSavedName = (fileName: string, what: string): string => `${fileName.replace(/\.[^.]*$/, '')}_${what}.csv`
