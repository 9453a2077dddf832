import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** A control in front of the cell's content; in stacked cards the title column's control stands in front of the card. */
  before?: ((row: Row) => ReactNode) | undefined
  /** Right for money and counts; these get tabular figures. */
  align?: 'left' | 'right' | 'center' | undefined
  /** CSS width, e.g. '9rem' or '30%'. Columns without one share what is left. */
  width?: string | undefined
  /**
   * Place in stacked cards: 'title' is the first line, 'corner' its right end, 'plain' has no heading, 'foot' is the last line,
   * whose cells may hold controls; 'foot-plain' is the same without a heading.
   */
  card?: 'title' | 'corner' | 'plain' | 'foot' | 'foot-plain' | 'hidden' | undefined
  /** The cell is a link to the row's address; it may hold no controls. */
  isLink?: boolean | undefined
  className?: string | undefined
}

/** 'changed' tints the row for 2.4 s, 'attention' gives it an amber edge. */
export type RowTone = 'changed' | 'attention' | undefined

export type DataTableProps<Row> = {
  /** The accessible name. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Called on a press, Enter or Space on a row. Without it rows cannot be pressed. */
  onOpen?: ((row: Row) => void) | undefined
  /** The row's own address, for a new tab and for copying. */
  rowHref?: ((row: Row) => string) | undefined
  /** 'changed' tints the row for a moment: give it while the change is fresh, 2.4 s. */
  rowTone?: ((row: Row) => RowTone) | undefined
  /** Shows skeleton rows under the header instead of the rows. */
  isLoading?: boolean | undefined
  /** The documented text above the skeleton rows, e.g. 'Loading customers...'. */
  loadingText?: string | undefined
  /** Stands in for the rows when there are none. */
  empty?: ReactNode
  /** Skeleton rows while loading. */
  skeletonCount?: number | undefined
  /** Rows of all pages, and the index of the first one here (from 0), for screen readers. */
  totalRows?: number | undefined
  firstRowIndex?: number | undefined
  /** Rows can be marked, to do something with all of them. */
  selecting?: RowSelecting<Row> | undefined
  className?: string | undefined
}

/** `x` on a row marks it also where no boxes are shown. */
export type RowSelecting<Row> = {
  isShown: boolean
  isSelected: (row: Row) => boolean
  /** `isRange`: Shift was held; all rows from the last one on are meant. */
  onToggle: (row: Row, isRange: boolean) => void
  /** The accessible name of a row's box, e.g. "Select H-12". */
  toLabel: (row: Row) => string
  /** The name of the box above them. */
  allLabel: string
  onToggleAll: () => void
}

/** Of the rows here: 'mixed' where some are marked. */
export function readMarked<Row>(rows: readonly Row[], { isSelected }: RowSelecting<Row>): boolean | 'mixed' {
  const count = rows.filter(isSelected).length
  return count === 0 ? false : count === rows.length ? true : 'mixed'
}

/** Toggles the row at an index on `x`; true where that was the key. */
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

/** Classes of a row's tone. */
export function rowToneClass(tone: RowTone): string | undefined {
  return tone === 'changed' ? 'animate-row-tint' : tone === 'attention' ? 'row-attention' : undefined
}

/** Calls `onOpen` with the row at an index, if both are there. */
export function openAt<Row>(rows: readonly Row[], index: number, onOpen: ((row: Row) => void) | undefined): void {
  const row = rows[index]
  if (row !== undefined) onOpen?.(row)
}

/** The address of the row at an index. */
export function hrefAt<Row>(rows: readonly Row[], index: number, rowHref: ((row: Row) => string) | undefined): string | undefined {
  const row = rows[index]
  return row === undefined ? undefined : rowHref?.(row)
}
