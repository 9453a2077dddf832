import type { ReactNode } from 'react'
import { CsvLine, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import type { Answer } from './answers.ts'
import { needsConnection } from './online-work.tsx'
import { common } from '#web/language/common-texts.ts'

type OnlineDataProps<Data> = {
  answer: Answer<Data> & { retry: () => void }
  children: (data: Data) => ReactNode
}

/** Renders the answer, or why it is missing. */
export function OnlineData<Data>({ answer, children }: OnlineDataProps<Data>) {
  switch (answer.state) {
    case 'ready':
      return children(answer.data)
    case 'loading':
      return (
        <div className="flex flex-col gap-3 py-3">
          <p role="status" className="text-sm text-muted">
            {common.loading()}
          </p>
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      )
    case 'no-connection':
    case 'failed':
      return (
        <div className="flex min-h-11 flex-wrap items-center gap-3 text-muted">
          <p role="status">{answer.state === 'failed' ? answer.message : needsConnection}</p>
          <Button variant="ghost" onClick={answer.retry}>
            {common.tryAgain()}
          </Button>
        </div>
      )
  }
}

type OnlineListProps<Row> = {
  answer: Answer<Row[]> & { retry: () => void }
  label: string
  /** Shown for an empty list. */
  emptyText: ReactNode
  rowKey: (row: Row) => string
  /** The list as CSV. */
  toTable: (rows: readonly Row[]) => CsvTable
  children: (row: Row) => ReactNode
}

/** A list from the server with empty, loading and offline texts. */
export function OnlineList<Row>({ answer, label, emptyText, rowKey, toTable, children }: OnlineListProps<Row>) {
  return (
    <OnlineData answer={answer}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="max-w-200 border-t border-line py-3 text-muted">{emptyText}</p>
        ) : (
          <div className="max-w-200">
            <CsvLine what={label} read={() => toTable(rows)} />
            <ul aria-label={label} className="border-t border-line">
              {rows.map((row) => (
                <li key={rowKey(row)} className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1">
                  {children(row)}
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </OnlineData>
  )
}
