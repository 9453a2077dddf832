import { useMemo, useState, useEffect } from 'react'
import type { ImportAnswer, ImportBody } from '#schema/api/shop/table-import.ts'
import { csvDelimiters, type CsvLine } from '#schema/rules/import/csv-lines.ts'
import { encodingToLabel, textEncodings } from '#schema/rules/import/text-encoding.ts'
import { findColumnsIssue, guessColumns, hasAmounts, type ImportColumn } from '#schema/rules/import/import-columns.ts'
import type { ImportKind } from '#schema/rules/import/import-fields.ts'
import { type DecimalMark, decimalMarks } from '#schema/rules/money/written-amount.ts'
import { type DateOrder, dateOrders } from '#schema/rules/import/read-dates.ts'
import { foldStatus } from '#schema/rules/import/status-words.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { ColumnsTable } from './columns-table.tsx'
import { RunImport } from './run-import.tsx'
import type { Reading, ReadTable } from './read-file.ts'
import { type ShopRules, type UnderstandInput, type Understanding, understandTable } from './understand-table.ts'
import { t } from './tables-texts.ts'
import type { StatusCount } from '#schema/rules/import/table-survey.ts'
import { orderStatuses } from '#schema/values/order-status.ts'
import { countToText } from '#web/language/staff-texts.ts'
import type { TablePart, TableQuestion } from './read-table.worker.ts'
import { texts } from '#schema/language/compiled/tables/tables-en.ts'

type TableState = { phase: 'reading' } | { phase: 'ready'; table: ReadTable } | { phase: 'failed'; trouble: string }

/** What the worker says, which has the English texts only. */
const troubles = new Map([
  [texts.emptyFile(), t.emptyFile()],
  [texts.isSpreadsheet(), t.isSpreadsheet()],
  [texts.noHeader(), t.noHeader()],
])

/** Parses a file in a worker, again when `chosen` changes. `reading`: how it was last parsed; undefined before. */
function useTable(bytes: Uint8Array, chosen: Partial<Reading>): { state: TableState; reading: Reading | undefined } {
  const [reading, setReading] = useState<Reading>()
  const [read, setRead] = useState<{ of: Partial<Reading>; state: TableState }>({ of: chosen, state: { phase: 'reading' } })
  useEffect(() => {
    const worker = new Worker(new URL('./read-table.worker.ts', import.meta.url), { type: 'module' })
    const settle = (state: TableState): void => {
      worker.terminate()
      setRead({ of: chosen, state })
    }
    let head: Omit<ReadTable, 'lines'> | undefined
    const lines: CsvLine[] = []
    worker.addEventListener('message', ({ data: part }: MessageEvent<TablePart>) => {
      if ('head' in part) head = part.head
      else if ('lines' in part) lines.push(...part.lines)
      else if ('trouble' in part) settle({ phase: 'failed', trouble: troubles.get(part.trouble) ?? part.trouble })
      else if (head !== undefined) {
        settle({ phase: 'ready', table: { ...head, lines } })
        setReading(head.reading)
      }
    })
    // For example, the worker's script failed to load, or memory ran out.
    worker.addEventListener('error', () => settle({ phase: 'failed', trouble: t.unreadable() }))
    worker.postMessage({ bytes, chosen } satisfies TableQuestion)
    return () => worker.terminate()
  }, [bytes, chosen])
  return { state: read.of === chosen ? read.state : { phase: 'reading' }, reading }
}

type StatusesTableProps = { statuses: readonly StatusCount[]; isDisabled: boolean; onChange: (text: string, statusId: string) => void }

const options = orderStatuses.map(({ id, statusName }) => ({ value: id, label: statusName }))

/** The statuses of the file with their counts, each with a select for the status that it becomes. */
function StatusesTable({ statuses, isDisabled, onChange }: StatusesTableProps) {
  return (
    <div className="mt-4">
      <h4 className="font-semibold">{t.statuses()}</h4>
      {statuses.some(({ isKnown }) => !isKnown) && <p className="text-sm text-muted">{t.statusesText()}</p>}
      <ul className="mt-2 max-w-160 divide-y divide-line border-y border-line sm:max-h-96 sm:overflow-y-auto">
        {statuses.map(({ text, count, statusId, isKnown }) => (
          <li key={text} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
            <span className="min-w-40 flex-1 wrap-anywhere">
              {text} <span className="text-sm whitespace-nowrap text-muted tabular-nums">× {countToText(count)}</span>
              {!isKnown && <span className="ml-2 text-sm whitespace-nowrap text-warn-ink">{t.notKnown()}</span>}
            </span>
            <Select
              aria-label={t.comesInAs({ text })}
              className="max-w-64"
              value={statusId}
              disabled={isDisabled}
              options={options}
              onChange={({ target }) => onChange(text, target.value)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

export type SendImport = (body: Partial<ImportBody> & Pick<ImportBody, 'kind' | 'csv'>, signal: AbortSignal) => Promise<ImportAnswer>

type ChosenFileProps = { kind: ImportKind; bytes: Uint8Array; fileName: string; shop: ShopRules; onBusy: (isBusy: boolean) => void; send: SendImport }

const dateOrderOptions = [
  { value: 'day-first', label: t.dayFirst() },
  { value: 'month-first', label: t.monthFirst() },
]

const markOptions = [
  { value: '.', label: '1,234.50' },
  { value: ',', label: '1.234,50' },
]

/** Encoding, delimiter and columns of the file: guessed, and editable. */
export function ChosenFile({ kind, bytes, fileName, shop, onBusy, send }: ChosenFileProps) {
  const [chosen, setChosen] = useState<Partial<Reading>>({})
  const { state, reading } = useTable(bytes, chosen)
  const [isBusy, setIsBusy] = useState(false)
  const report = (next: boolean): void => {
    setIsBusy(next)
    onBusy(next)
  }
  // Once guessed, keep the value while the file is parsed again.
  const encoding = chosen.encoding ?? reading?.encoding
  const delimiter = chosen.delimiter ?? reading?.delimiter
  return (
    <>
      {encoding !== undefined && delimiter !== undefined && (
        <div className="mt-4 flex flex-wrap gap-4">
          <Field label={t.encoding()} className="w-72">
            <Select
              value={encoding}
              disabled={isBusy}
              options={textEncodings.map((value) => ({ value, label: encodingToLabel(value, t) }))}
              onChange={({ target }) => setChosen({ delimiter: chosen.delimiter, encoding: textEncodings.find((one) => one === target.value) })}
            />
          </Field>
          <Field label={t.delimiter()} className="w-44">
            <Select
              value={delimiter}
              disabled={isBusy}
              options={csvDelimiters.map((value) => ({ value, label: t.delimiters[value]() }))}
              onChange={({ target }) => setChosen({ encoding: chosen.encoding, delimiter: csvDelimiters.find((one) => one === target.value) })}
            />
          </Field>
        </div>
      )}
      {state.phase === 'reading' && (
        <p role="status" className="mt-4 text-muted">
          {t.readingFile()}
        </p>
      )}
      {state.phase === 'failed' && (
        <p role="alert" className="mt-4 text-danger">
          {state.trouble}
        </p>
      )}
      {state.phase === 'ready' && (
        <Columns key={`${encoding}/${delimiter}`} kind={kind} table={state.table} fileName={fileName} shop={shop} isBusy={isBusy} onBusy={report} send={send} />
      )}
    </>
  )
}

type ColumnsProps = Omit<ChosenFileProps, 'bytes'> & { table: ReadTable; isBusy: boolean }

function Columns({ kind, table, fileName, shop, isBusy, onBusy, send }: ColumnsProps) {
  const [columns, setColumns] = useState<readonly ImportColumn[]>(() => guessColumns(kind, table.header))
  const [dateOrder, setDateOrder] = useState<DateOrder>()
  const [mark, setMark] = useState<DecimalMark>()
  const [statuses, setStatuses] = useState<ReadonlyMap<string, string>>(new Map())
  const input = useMemo(
    () => ({ kind, table, columns: withMark(kind, columns, mark), dateOrder, statusIds: foldKeys(statuses), shop, now: correctedNow() }),
    [kind, table, columns, mark, dateOrder, statuses, shop],
  )
  const understanding = useUnderstanding(input)
  // The previous result stays visible while a change is computed.
  const [shown, setShown] = useState(understanding)
  if (understanding !== undefined && understanding !== shown) setShown(understanding)
  const readings = shown?.facts.columns.flatMap(({ field, reading }) => (field === null || reading === undefined ? [] : [reading])) ?? []
  const shownOrder = dateOrders.find((order) => readings.includes(order))
  const shownMark = decimalMarks.find((one) => readings.includes(one))
  const issue = findColumnsIssue(kind, columns)
  return (
    <>
      <div className="flex flex-wrap gap-x-4">
        {shownOrder !== undefined && (
          <Field label={t.dates()} className="mt-4 w-72">
            <Select
              value={dateOrder ?? shownOrder}
              disabled={isBusy}
              options={dateOrderOptions}
              onChange={({ target }) => setDateOrder(dateOrders.find((order) => order === target.value))}
            />
          </Field>
        )}
        {shownMark !== undefined && (
          <Field label={t.amounts()} className="mt-4 w-44">
            <Select
              value={mark ?? shownMark}
              disabled={isBusy}
              options={markOptions}
              onChange={({ target }) => setMark(decimalMarks.find((one) => one === target.value))}
            />
          </Field>
        )}
      </div>
      <ColumnsTable kind={kind} columns={columns} lines={table.lines} rules={shown?.rules} isDisabled={isBusy} onChange={setColumns} />
      {issue !== undefined && (
        <p role="alert" className="mt-4 text-danger">
          {issue}
        </p>
      )}
      {issue === undefined && shown !== undefined && shown.facts.statuses.length > 0 && (
        <StatusesTable
          statuses={shown.facts.statuses}
          isDisabled={isBusy}
          onChange={(text, statusId) => setStatuses((before) => new Map(before).set(text, statusId))}
        />
      )}
      {issue === undefined && understanding === undefined && (
        <p role="status" className="mt-4 text-muted">
          {t.readingLines()}
        </p>
      )}
      {issue === undefined && understanding !== undefined && (
        <RunImport
          kind={kind}
          table={table}
          understanding={understanding}
          dateOrder={dateOrder}
          statuses={statuses}
          fileName={fileName}
          onBusy={onBusy}
          send={send}
        />
      )}
    </>
  )
}

const foldKeys = (statuses: ReadonlyMap<string, string>): ReadonlyMap<string, string> => new Map([...statuses].map(([text, id]) => [foldStatus(text), id]))

/** The columns with the decimal mark that the user chose for all amounts. */
const withMark = (kind: ImportKind, columns: readonly ImportColumn[], mark: DecimalMark | undefined): readonly ImportColumn[] =>
  mark === undefined ? columns : columns.map((column) => (hasAmounts(kind, column.field) ? { ...column, reading: mark } : column))

/** Recomputed with each change of the input; undefined meanwhile. */
function useUnderstanding(input: UnderstandInput): Understanding | undefined {
  const [found, setFound] = useState<{ of: UnderstandInput; understanding: Understanding }>()
  useEffect(() => {
    const stopper = new AbortController()
    void understandTable(input, stopper.signal).then((understanding) => {
      if (understanding !== undefined && !stopper.signal.aborted) setFound({ of: input, understanding })
    })
    return () => stopper.abort()
  }, [input])
  return found?.of === input ? found.understanding : undefined
}
