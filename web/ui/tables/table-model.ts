import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** A control before the cell's content; in stacked cards the title column's control precedes the card. */
  before?: ((row: Row) => ReactNode) | undefined
  /** Right for money and counts, which get tabular figures. */
  align?: 'left' | 'right' | 'center' | undefined
  /** CSS width, e.g. '9rem' or '30%'. Columns without one share the rest. */
  width?: string | undefined
  /**
   * Position in stacked cards: 'title' is the first line, 'corner' its right end, 'plain' has no heading, 'foot' is the
   * last line, whose cells may hold controls; 'foot-plain' is the same without a heading.
   */
  card?: 'title' | 'corner' | 'plain' | 'foot' | 'foot-plain' | 'hidden' | undefined
  /** The cell is a link to the row's address; it may hold no controls. */
  isLink?: boolean | undefined
  className?: string | undefined
  /** Its header sorts the rows by this name. */
  sortBy?: string | undefined
}

/** `by`: the column's `sortBy`; null for the list's own order. */
export type TableSort = { by: string; isDown: boolean } | null

/** A header sorts up, then down, then gives the list's own order back. */
export function toNextSort(sort: TableSort, by: string): TableSort {
  if (sort?.by !== by) return { by, isDown: false }
  return sort.isDown ? null : { by, isDown: true }
}

/** 'changed' tints the row for 2.4 s, 'attention' gives it an amber edge. */
export type RowTone = 'changed' | 'attention' | undefined

export type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Called on a press, Enter or Space on a row. Without it rows cannot be pressed. */
  onOpen?: ((row: Row) => void) | undefined
  rowHref?: ((row: Row) => string) | undefined
  rowTone?: ((row: Row) => RowTone) | undefined
  isLoading?: boolean | undefined
  loadingText?: string | undefined
  empty?: ReactNode
  skeletonCount?: number | undefined
  /** Rows of all pages, and the index of the first one here (from 0), for screen readers. */
  totalRows?: number | undefined
  firstRowIndex?: number | undefined
  selecting?: RowSelecting<Row> | undefined
  sort?: TableSort | undefined
  onSort?: ((sort: TableSort) => void) | undefined
  /** Narrower screens show stacked cards. */
  cardsBelow?: number | undefined
  className?: string | undefined
}

/** `x` selects a row even without visible checkboxes. */
export type RowSelecting<Row> = {
  isShown: boolean
  isSelected: (row: Row) => boolean
  /** `isRange`: Shift was held; applies to all rows since the last toggled one. */
  onToggle: (row: Row, isRange: boolean) => void
  toLabel: (row: Row) => string
  allLabel: string
  onToggleAll: () => void
}

/** 'mixed' if only some of the rows here are selected. */
export function readMarked<Row>(rows: readonly Row[], { isSelected }: RowSelecting<Row>): boolean | 'mixed' {
  const count = rows.filter(isSelected).length
  return count === 0 ? false : count === rows.length ? true : 'mixed'
}

/** Toggles the row at an index on `x`; true if that was the key. */
export function selectAt<Row>(
  rows: readonly Row[],
  index: number,
  event: { key: string; shiftKey: boolean },
  selecting: RowSelecting<Row> | undefined,
): boolean {
  const row = rows[index]
  if (selecting === undefined || row === undefined || event.key.toLowerCase() !== 'x') return false
  selecting.onToggle(row, event.shiftKey)
  return true
}

export function rowToneClass(tone: RowTone): string | undefined {
  return tone === 'changed' ? 'animate-row-tint' : tone === 'attention' ? 'row-attention' : undefined
}

export function openAt<Row>(rows: readonly Row[], index: number, onOpen: ((row: Row) => void) | undefined): void {
  const row = rows[index]
  if (row !== undefined) onOpen?.(row)
}

export function hrefAt<Row>(rows: readonly Row[], index: number, rowHref: ((row: Row) => string) | undefined): string | undefined {
  const row = rows[index]
  return row === undefined ? undefined : rowHref?.(row)
}
