import { useMemo, useRef, useState } from 'react'
import type { ImportAnswer } from '#schema/api/shop/table-import.ts'
import type { ImportColumn, ImportKind } from '#schema/rules/import/import-fields.ts'
import { findHighestTicket } from '#schema/rules/import/order-row.ts'
import type { DateOrder } from '#schema/rules/import/read-cells.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { SendImport } from './chosen-file.tsx'
import { type ImportProgress, sendInPieces } from './import-pieces.ts'
import { ImportResult } from './import-result.tsx'
import type { ReadTable } from './read-file.ts'
import { toTrouble } from './table-trouble.ts'
import { useStopOnLeave } from './use-stop-on-leave.ts'

type RunImportProps = {
  kind: ImportKind
  table: ReadTable
  columns: readonly ImportColumn[]
  dateOrder: DateOrder
  fileName: string
  onBusy: (isBusy: boolean) => void
  send: SendImport
}

export type RunState =
  | { phase: 'ready' }
  | { phase: 'trying' }
  | { phase: 'running'; progress: ImportProgress }
  | { phase: 'tried'; result: Pick<ImportAnswer, 'created' | 'existing' | 'refused'> }
  | { phase: 'ended'; progress: ImportProgress; trouble: string | undefined }

/** The trial sends the whole file, for exact numbers; the import sends pieces, so that it shows progress and can stop. */
export function RunImport({ kind, table, columns, dateOrder, fileName, onBusy, send }: RunImportProps) {
  const [state, setState] = useState<RunState>({ phase: 'ready' })
  const [trouble, setTrouble] = useState<string>()
  const stopper = useRef<AbortController>(undefined)
  useStopOnLeave(stopper)
  const numbersAbove = useMemo(() => highestTicketOf(table, columns), [table, columns])
  const shared = { kind, dateOrder, columns: [...columns], ...(kind === 'orders' && { numbersAbove }) }

  const begin = (): AbortSignal => {
    stopper.current = new AbortController()
    setTrouble(undefined)
    onBusy(true)
    return stopper.current.signal
  }
  const tryOut = async (): Promise<void> => {
    const signal = begin()
    setState({ phase: 'trying' })
    try {
      const result = await send({ ...shared, csv: table.text, delimiter: table.reading.delimiter, dryRun: true }, signal)
      setState({ phase: 'tried', result })
    } catch (error) {
      setState({ phase: 'ready' })
      if (!signal.aborted) setTrouble(toTrouble('It was not tried', error))
    }
    onBusy(false)
  }
  const run = async (): Promise<void> => {
    const signal = begin()
    let progress: ImportProgress = { tried: 0, total: table.lines.length, created: 0, existing: 0, refused: [] }
    let failure: string | undefined
    setState({ phase: 'running', progress })
    try {
      const sendPiece = (csv: string): Promise<ImportAnswer> => send({ ...shared, csv, delimiter: ',', dryRun: false }, signal)
      await sendInPieces(table.header, table.lines, sendPiece, (next) => {
        progress = next
        setState({ phase: 'running', progress })
        // Also stop if the last answer came before the press.
        signal.throwIfAborted()
      })
    } catch (error) {
      failure = signal.aborted ? 'Cancelled.' : toTrouble('The import stopped', error)
    }
    // Stopped after the last piece, it counts as complete.
    setState({ phase: 'ended', progress, trouble: progress.tried === progress.total ? undefined : failure })
    onBusy(false)
  }
  const cancel = (): void => stopper.current?.abort()

  const isBusy = state.phase === 'trying' || state.phase === 'running'
  return (
    <div className="mt-4 flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <Button busy={state.phase === 'trying'} aria-disabled={isBusy || undefined} onClick={() => !isBusy && void tryOut()}>
          Try it out
        </Button>
        <Button variant="primary" busy={state.phase === 'running'} aria-disabled={isBusy || undefined} onClick={() => !isBusy && void run()}>
          Import
        </Button>
        {isBusy && <Button onClick={cancel}>Cancel</Button>}
      </div>
      {trouble !== undefined && (
        <p role="alert" className="text-danger">
          {trouble}
        </p>
      )}
      <ImportResult state={state} kind={kind} fileName={fileName} header={table.header} lines={table.lines} />
    </div>
  )
}

/** Over the whole file, since each piece is a separate request. */
function highestTicketOf({ lines }: ReadTable, columns: readonly ImportColumn[]): number {
  const place = columns.findIndex(({ field }) => field === 'ticket')
  return place === -1 ? 0 : findHighestTicket(lines.flatMap((line) => ('cells' in line ? [line.cells[place] ?? ''] : [])))
}
