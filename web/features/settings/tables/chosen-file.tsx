import { useMemo, useState } from 'react'
import type { ImportAnswer, ImportBody } from '#schema/api/shop/table-import.ts'
import { csvDelimiters, delimiterLabels } from '#schema/rules/import/csv-lines.ts'
import { encodingLabels, textEncodings } from '#schema/rules/import/text-encoding.ts'
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
import { StatusesTable } from './statuses-table.tsx'
import type { ShopRules } from './understand-table.ts'
import { useTable } from './use-table.ts'
import { useUnderstanding } from './use-understanding.ts'
import { t } from './tables-texts.ts'

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
              options={textEncodings.map((value) => ({ value, label: encodingLabels[value] }))}
              onChange={({ target }) => setChosen({ delimiter: chosen.delimiter, encoding: textEncodings.find((one) => one === target.value) })}
            />
          </Field>
          <Field label={t.delimiter()} className="w-44">
            <Select
              value={delimiter}
              disabled={isBusy}
              options={csvDelimiters.map((value) => ({ value, label: delimiterLabels[value] }))}
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
