import { useMemo, useState } from 'react'
import type { ImportAnswer, ImportBody } from '#schema/api/shop/table-import.ts'
import { csvDelimiters, delimiterLabels } from '#schema/rules/import/csv-lines.ts'
import { encodingLabels, textEncodings } from '#schema/rules/import/text-encoding.ts'
import { findColumnsIssue, guessColumns, type ImportColumn, type ImportKind } from '#schema/rules/import/import-fields.ts'
import { type DateOrder, guessDateOrder } from '#schema/rules/import/read-cells.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { ColumnsTable } from './columns-table.tsx'
import { RunImport } from './run-import.tsx'
import type { Reading, ReadTable } from './read-file.ts'
import { useTable } from './use-table.ts'

export type SendImport = (body: Partial<ImportBody> & Pick<ImportBody, 'kind' | 'csv'>, signal: AbortSignal) => Promise<ImportAnswer>

type ChosenFileProps = { kind: ImportKind; bytes: Uint8Array; fileName: string; locale: string; onBusy: (isBusy: boolean) => void; send: SendImport }

const dateOrderOptions = [
  { value: 'day-first', label: 'Day first (31/12/2026)' },
  { value: 'month-first', label: 'Month first (12/31/2026)' },
]

/** Encoding, delimiter and columns of the file: guessed, and editable. */
export function ChosenFile({ kind, bytes, fileName, locale, onBusy, send }: ChosenFileProps) {
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
          <Field label="Encoding" className="w-72">
            <Select
              value={encoding}
              disabled={isBusy}
              options={textEncodings.map((value) => ({ value, label: encodingLabels[value] }))}
              onChange={({ target }) => setChosen({ delimiter: chosen.delimiter, encoding: textEncodings.find((one) => one === target.value) })}
            />
          </Field>
          <Field label="Between the cells" className="w-44">
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
          Reading the file...
        </p>
      )}
      {state.phase === 'failed' && (
        <p role="alert" className="mt-4 text-danger">
          {state.trouble}
        </p>
      )}
      {state.phase === 'ready' && (
        <Columns
          key={`${encoding}/${delimiter}`}
          kind={kind}
          table={state.table}
          fileName={fileName}
          locale={locale}
          isBusy={isBusy}
          onBusy={report}
          send={send}
        />
      )}
    </>
  )
}

type ColumnsProps = Omit<ChosenFileProps, 'bytes'> & { table: ReadTable; isBusy: boolean }

function Columns({ kind, table, fileName, locale, isBusy, onBusy, send }: ColumnsProps) {
  const [columns, setColumns] = useState<readonly ImportColumn[]>(() => guessColumns(kind, table.header))
  const dates = useMemo(() => readDates(table, columns), [table, columns])
  const [chosenOrder, setChosenOrder] = useState<DateOrder>()
  const dateOrder = chosenOrder ?? guessDateOrder(dates, locale)
  const issue = findColumnsIssue(kind, columns)
  return (
    <>
      {dates.some((text) => /^\s*\d{1,2}[./-]\d{1,2}[./-]\d/.test(text)) && (
        <Field label="Dates" className="mt-4 w-72">
          <Select
            value={dateOrder}
            disabled={isBusy}
            options={dateOrderOptions}
            onChange={({ target }) => setChosenOrder(target.value === 'day-first' ? 'day-first' : 'month-first')}
          />
        </Field>
      )}
      <ColumnsTable kind={kind} columns={columns} lines={table.lines} isDisabled={isBusy} onChange={setColumns} />
      {issue === undefined ? (
        <RunImport
          key={JSON.stringify([columns, dateOrder])}
          kind={kind}
          table={table}
          columns={columns}
          dateOrder={dateOrder}
          fileName={fileName}
          onBusy={onBusy}
          send={send}
        />
      ) : (
        <p role="alert" className="mt-4 text-danger">
          {issue}
        </p>
      )}
    </>
  )
}

const readDates = ({ lines }: ReadTable, columns: readonly ImportColumn[]): string[] => {
  const places = columns.flatMap(({ field }, place) => (field === 'createdAt' || field === 'due' ? [place] : []))
  return lines.flatMap((line) => ('cells' in line ? places.map((place) => line.cells[place] ?? '') : []))
}
