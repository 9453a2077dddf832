import { useRef, useState } from 'react'
import type { ImportAnswer } from '#schema/api/shop/table-import.ts'
import type { ImportKind } from '#schema/rules/import/import-fields.ts'
import type { DateOrder } from '#schema/rules/import/read-dates.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { SendImport } from './chosen-file.tsx'
import { type ImportProgress, type PieceAnswer, sendInPieces } from './import-pieces.ts'
import { ImportResult } from './import-result.tsx'
import type { ReadTable } from './read-file.ts'
import { toTrouble } from './table-trouble.ts'
import type { Understanding } from './understand-table.ts'
import { useStopOnLeave } from './use-stop-on-leave.ts'
import { t } from './tables-texts.ts'
import { common } from '#web/language/common-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'

type RunImportProps = {
  kind: ImportKind
  table: ReadTable
  understanding: Understanding
  /** The user's choices. */
  dateOrder: DateOrder | undefined
  statuses: ReadonlyMap<string, string>
  fileName: string
  onBusy: (isBusy: boolean) => void
  send: SendImport
}

export type RunState =
  | { phase: 'ready' }
  /** The file has neither phones nor e-mails. */
  | { phase: 'asking' }
  | { phase: 'trying' }
  | { phase: 'running'; progress: ImportProgress }
  | { phase: 'tried'; result: PieceAnswer }
  | { phase: 'ended'; progress: ImportProgress; trouble: string | undefined }

/** The trial sends the whole file, for exact numbers; the import sends pieces, so that it shows progress and can stop. */
export function RunImport({ kind, table, understanding, dateOrder, statuses, fileName, onBusy, send }: RunImportProps) {
  const [state, setState] = useState<RunState>({ phase: 'ready' })
  const [trouble, setTrouble] = useState<string>()
  const stopper = useRef<AbortController>(undefined)
  useStopOnLeave(stopper)
  const { facts, hasNoContacts, kept } = understanding
  // Facts of the whole file go with each piece of it.
  const shared = {
    kind,
    columns: facts.columns,
    ...(dateOrder !== undefined && { dateOrder }),
    ...(statuses.size > 0 && { statuses: [...statuses].map(([text, statusId]) => ({ text, statusId })) }),
    ...(kind === 'orders' && { numbersAbove: facts.numbersAbove }),
    ...(kind === 'products' && { sharedSkus: facts.sharedSkus }),
  }

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
      if (!signal.aborted) setTrouble(toTrouble(t.notTried(), error))
    }
    onBusy(false)
  }
  const run = async (): Promise<void> => {
    const signal = begin()
    let progress: ImportProgress = { tried: 0, total: table.lines.length, created: 0, existing: 0, refused: [], warnings: [] }
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
      failure = signal.aborted ? t.cancelled() : toTrouble(t.stopped(), error)
    }
    // Stopped after the last piece, it counts as complete.
    setState({ phase: 'ended', progress, trouble: progress.tried === progress.total ? undefined : failure })
    onBusy(false)
  }
  const askOrRun = (): void => {
    if (hasNoContacts && state.phase !== 'asking') setState({ phase: 'asking' })
    else void run()
  }
  const cancel = (): void => stopper.current?.abort()

  const isBusy = state.phase === 'trying' || state.phase === 'running'
  return (
    <div className="mt-4 flex flex-col gap-3">
      {kept.length > 0 && <KeptCells kept={kept} />}
      <div className="flex flex-wrap gap-3">
        <Button busy={state.phase === 'trying'} aria-disabled={isBusy || undefined} onClick={() => !isBusy && void tryOut()}>
          {t.tryOut()}
        </Button>
        <Button variant="primary" busy={state.phase === 'running'} aria-disabled={isBusy || undefined} onClick={() => !isBusy && askOrRun()}>
          {state.phase === 'asking' ? t.importWithout() : t.import()}
        </Button>
        {isBusy && <Button onClick={cancel}>{common.cancel()}</Button>}
      </div>
      {state.phase === 'asking' && <p role="alert">{t.noContacts()}</p>}
      {trouble !== undefined && (
        <p role="alert" className="text-danger">
          {trouble}
        </p>
      )}
      <ImportResult state={state} kind={kind} fileName={fileName} header={table.header} lines={table.lines} />
    </div>
  )
}

/** Lists before the import which cells stay in the notes. */
function KeptCells({ kept }: { kept: Understanding['kept'] }) {
  return (
    <div>
      <h4 className="font-semibold">{t.staysInNotes()}</h4>
      <p className="text-sm text-muted">{t.staysText()}</p>
      <ul className="mt-1 text-sm tabular-nums">
        {kept.map(({ kind, count, firstLine }) => (
          <li key={kind}>{count === 1 ? t.keptOnce({ kind, line: firstLine }) : t.keptTimes({ kind, count: countToText(count), line: firstLine })}</li>
        ))}
      </ul>
    </div>
  )
}
