import { byText, type PackedRow } from './packed-segment.ts'
import type { SegmentHead } from './packed-tables.ts'

/** Runs that are merged at one time: a segment of each is in memory. */
const runsAtOnce = 12

/** The segments of some runs of the first part that has several: the smallest ones. */
export function chooseRuns(heads: readonly SegmentHead[]): SegmentHead[] {
  for (const ofPart of Map.groupBy(heads, ({ part }) => part).values()) {
    const runs = [...Map.groupBy(ofPart, ({ run }) => run).values()]
    if (runs.length > 1)
      return runs
        .sort((a, b) => a.length - b.length)
        .slice(0, runsAtOnce)
        .flat()
  }
  return []
}

/** Each segment with the rows that belong behind its first key; rows before all of them go into the first. */
export function shareOut(heads: readonly SegmentHead[], rows: readonly PackedRow[]): { head: SegmentHead | undefined; rows: PackedRow[] }[] {
  if (heads.length === 0) return [{ head: undefined, rows: [...rows] }]
  const shares = heads.toSorted((a, b) => byText(a.first, b.first)).map((head) => ({ head, rows: [] as PackedRow[] }))
  let place = 0
  for (const row of rows) {
    while (place + 1 < shares.length && (shares[place + 1]?.head.first ?? '') <= row.key) place++
    shares[place]?.rows.push(row)
  }
  return shares
}

type Cursor = { rows: PackedRow[]; index: number; source: AsyncGenerator<PackedRow[]> }

/** Rows of all sources in the order of their keys; one segment of each is in memory. */
export async function* mergeSources(sources: readonly AsyncGenerator<PackedRow[]>[]): AsyncGenerator<PackedRow> {
  const cursors: Cursor[] = []
  for (const source of sources) {
    const next = await source.next()
    if (next.done !== true) cursors.push({ rows: next.value, index: 0, source })
  }
  while (cursors.length > 0) {
    let least = cursors[0] as Cursor
    for (const cursor of cursors) if ((cursor.rows[cursor.index]?.key ?? '') < (least.rows[least.index]?.key ?? '')) least = cursor
    yield least.rows[least.index] as PackedRow
    if (++least.index < least.rows.length) continue
    const next = await least.source.next()
    if (next.done === true) cursors.splice(cursors.indexOf(least), 1)
    else Object.assign(least, { rows: next.value, index: 0 })
  }
}
