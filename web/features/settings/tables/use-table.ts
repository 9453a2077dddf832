import { useEffect, useState } from 'react'
import type { CsvLine } from '#schema/rules/import/csv-lines.ts'
import type { Reading, ReadTable } from './read-file.ts'
import type { TablePart, TableQuestion } from './read-table.worker.ts'
import { t } from './tables-texts.ts'
import { texts } from '#schema/language/compiled/tables/tables-en.ts'

export type TableState = { phase: 'reading' } | { phase: 'ready'; table: ReadTable } | { phase: 'failed'; trouble: string }

/** What the worker says, which has the English texts only. */
const troubles = new Map([
  [texts.emptyFile(), t.emptyFile()],
  [texts.isSpreadsheet(), t.isSpreadsheet()],
  [texts.noHeader(), t.noHeader()],
])

/** Parses a file in a worker, again when `chosen` changes. `reading`: how it was last parsed; undefined before. */
export function useTable(bytes: Uint8Array, chosen: Partial<Reading>): { state: TableState; reading: Reading | undefined } {
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
