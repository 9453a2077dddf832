import { readTable, type Reading, type ReadTable } from './read-file.ts'

export type TableQuestion = { bytes: Uint8Array; chosen: Partial<Reading> }

/** Messages of the worker: the head, the lines in parts, and the end; or an error message for the user. */
export type TablePart = { head: Omit<ReadTable, 'lines'> } | { lines: ReadTable['lines'] } | { isWhole: true } | { trouble: string }

/** Receiving all lines of a large file in one message would block the page. */
const linesAtOnce = 500

const answer = (part: TablePart): void => self.postMessage(part)

self.addEventListener('message', ({ data }: MessageEvent<TableQuestion>) => {
  try {
    const { lines, ...head } = readTable(data.bytes, data.chosen)
    answer({ head })
    for (let start = 0; start < lines.length; start += linesAtOnce) answer({ lines: lines.slice(start, start + linesAtOnce) })
    answer({ isWhole: true })
  } catch (error) {
    answer({ trouble: (error as Error).message })
  }
})
