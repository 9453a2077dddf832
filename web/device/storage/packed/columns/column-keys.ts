import type { PackedStore } from '../packed-store.ts'
import { columnsTable, type SegmentHead } from '../packed-tables.ts'
import { columnsKeys } from './column-sheet.ts'

/** Storage keys of a segment's columns; empty if its group has none. */
export function columnsKeysOf(store: PackedStore, head: SegmentHead): string[] {
  const rule = store.columnsOf(head.group)
  return rule === undefined ? [] : columnsKeys(rule, head, store.sizes.sheetRows)
}

/** Call inside a writing transaction. */
export async function removeSegments(store: PackedStore, heads: readonly SegmentHead[]): Promise<void> {
  const { tables } = store
  const numbers = heads.map(({ no }) => no)
  await tables.heads.bulkDelete(numbers)
  await tables.segments.bulkDelete(numbers)
  await columnsTable(tables).bulkDelete(heads.flatMap((head) => columnsKeysOf(store, head)))
}
