import { readTable, type Reading, type ReadTable } from './read-file.ts'

/** What a page asks of it: to read a file. */
export type TableQuestion = { bytes: Uint8Array; chosen: Partial<Reading> }

/** The table, its lines in parts, and last that it is whole; or why there is none, in words for a person. */
export type TablePart = { head: Omit<ReadTable, 'lines'> } | { lines: ReadTable['lines'] } | { isWhole: true } | { trouble: string }

/** So many are taken over at once: a page that takes over all lines of a large file in one piece stands still meanwhile. */
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
