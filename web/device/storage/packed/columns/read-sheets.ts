import type { PackedStore } from '../packed-store.ts'
import { columnsTable, type SegmentHead } from '../packed-tables.ts'
import { columnsKeysOf } from './column-keys.ts'
import { ColumnSheet } from './column-sheet.ts'

/** Reads the stored columns of the segments, without rows that the overlay replaces. Call inside a transaction. */
export async function readSheets(store: PackedStore, group: string, heads: readonly SegmentHead[]): Promise<Map<SegmentHead, ColumnSheet[]>> {
  const sheets = new Map<SegmentHead, ColumnSheet[]>()
  const keysByHead = new Map(heads.map((head) => [head, columnsKeysOf(store, head)]))
  const keys = [...keysByHead.values()].flat()
  if (keys.length === 0) return sheets
  const found = await columnsTable(store.tables).bulkGet(keys)
  let next = 0
  for (const [head, { length }] of keysByHead) {
    const start = next
    next += length
    const stored = found.slice(start, next).filter((sheet) => sheet !== undefined)
    if (stored.length === length)
      sheets.set(
        head,
        stored.map((sheet) => new ColumnSheet(sheet)),
      )
  }
  const { sheetRows } = store.sizes
  const { overlay } = store.directory.group(group)
  for (const { head, index } of store.directory.placesOf(group, [...overlay.keys()])) {
    const sheet = sheets.get(head)?.[Math.floor(index / sheetRows)]
    const place = index % sheetRows
    if (sheet !== undefined && overlay.has(sheet.primaryAt(place))) sheet.leaveOut(place)
  }
  return sheets
}
