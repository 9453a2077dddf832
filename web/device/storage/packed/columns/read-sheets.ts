import type { PackedStore } from '../packed-store.ts'
import type { SegmentHead } from '../packed-tables.ts'
import { columnsTable } from './column-maker.ts'
import { columnsKey, ColumnSheet } from './column-sheet.ts'

/** Inside a transaction: the columns of those segments that have some, without rows that the overlay has in their place. */
export async function readSheets(store: PackedStore, group: string, heads: readonly SegmentHead[]): Promise<Map<SegmentHead, ColumnSheet>> {
  const rule = store.columnsOf(group)
  const sheets = new Map<SegmentHead, ColumnSheet>()
  if (rule === undefined || heads.length === 0) return sheets
  const found = await columnsTable(store.tables).bulkGet(heads.map(({ no }) => columnsKey(rule.revision, no)))
  for (const [index, head] of heads.entries()) {
    const stored = found[index]
    if (stored !== undefined) sheets.set(head, new ColumnSheet(stored))
  }
  const layout = store.layoutOf(group)
  const { overlay } = store.directory.group(group)
  for (const { head, index } of store.directory.placesOf(group, [...overlay.keys()])) {
    const sheet = sheets.get(head)
    if (sheet !== undefined && overlay.has(layout.primaryOf(sheet.keyAt(index)))) sheet.leaveOut(index)
  }
  return sheets
}
