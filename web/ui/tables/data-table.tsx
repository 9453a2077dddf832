import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { ActiveRowContext } from './active-row.ts'
import { cn } from '../cn.ts'
import { CardList } from './card-list.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { SelectBox } from './select-box.tsx'
import {
  type Column,
  type DataTableProps,
  hrefAt,
  openAt,
  readMarked,
  type RowSelecting,
  type RowTone,
  rowToneClass,
  selectAt,
  type TableSort,
  toNextSort,
} from './table-model.ts'
import { useMediaQuery } from '../use-media-query.ts'
import { rowLinkProps, useRovingRows } from './use-roving-rows.ts'

const alignClass = { left: 'text-left', right: 'text-right tabular-nums', center: 'text-center' }

/** A table with a sticky header: a press or Enter opens a row, arrows move; stacked cards on narrow screens. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isNarrow = useMediaQuery(`(max-width: ${(props.cardsBelow ?? 640) - 1}px)`)
  return isNarrow ? <CardList {...props} /> : <Grid {...props} />
}

function Grid<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, rowHref, rowTone, isLoading = false, loadingText, empty, selecting, className } = props
  const { skeletonCount = 10, totalRows, firstRowIndex = 0, sort = null, onSort } = props
  const { rowProps, containerProps, activeIndex } = useRovingRows({
    count: rows.length,
    onOpen: (index) => openAt(rows, index, onOpen),
    onKey: (index, event) => selectAt(rows, index, event, selecting),
    hrefOf: (index) => hrefAt(rows, index, rowHref),
  })
  const boxes = selecting?.isShown === true ? selecting : undefined
  const columnCount = columns.length + (boxes === undefined ? 0 : 1)
  return (
    <div className={cn('relative min-h-0 overflow-auto', className)}>
      <table
        role="grid"
        aria-label={label}
        aria-busy={isLoading || undefined}
        aria-multiselectable={selecting && true}
        aria-rowcount={totalRows === undefined ? undefined : totalRows + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <colgroup>
          {boxes && <col className="w-10" />}
          {columns.map((column) => (
            <col key={column.key} style={column.width === undefined ? undefined : { width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={totalRows === undefined ? undefined : 1}>
            {boxes && (
              <th scope="col" className="sticky top-0 z-10 h-10 border-b border-line bg-canvas p-0">
                <SelectBox label={boxes.allLabel} checked={readMarked(rows, boxes)} onToggle={boxes.onToggleAll} className="-my-0.5" />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sortBy !== undefined && column.sortBy === sort?.by ? (sort.isDown ? 'descending' : 'ascending') : undefined}
                className={cn(
                  'sticky top-0 z-10 h-10 truncate border-b border-line bg-canvas px-2 text-sm font-semibold text-muted first:pl-4 last:pr-4',
                  alignClass[column.align ?? 'left'],
                )}
              >
                {column.sortBy === undefined || onSort === undefined ? (
                  column.header
                ) : (
                  <SortButton by={column.sortBy} align={column.align} sort={sort} onSort={onSort}>
                    {column.header}
                  </SortButton>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...containerProps}>
          {isLoading && loadingText !== undefined && (
            <tr>
              <td colSpan={columnCount} className="h-11 border-b border-line px-4 text-muted">
                <p role="status">{loadingText}</p>
              </td>
            </tr>
          )}
          {isLoading
            ? Array.from({ length: skeletonCount }, (_, index) => <SkeletonRow key={index} columns={columns} index={index} hasBox={boxes !== undefined} />)
            : rows.map((row, index) => (
                <GridRow
                  key={rowKey(row)}
                  row={row}
                  columns={columns}
                  ariaRowIndex={totalRows === undefined ? undefined : firstRowIndex + index + 2}
                  isActive={index === activeIndex}
                  href={rowHref?.(row)}
                  tone={rowTone?.(row)}
                  isSelected={selecting?.isSelected(row)}
                  boxLabel={boxes?.toLabel(row)}
                  onToggle={selecting?.onToggle}
                  {...(onOpen && rowProps(index))}
                />
              ))}
          {!isLoading && rows.length === 0 && (
            <tr>
              <td colSpan={columnCount}>{empty}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

type SortButtonProps = { by: string; align: 'left' | 'right' | 'center' | undefined; sort: TableSort; onSort: (sort: TableSort) => void; children: ReactNode }

function SortButton({ by, align, sort, onSort, children }: SortButtonProps) {
  const Arrow = sort?.by !== by ? undefined : sort.isDown ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      className={cn(
        '-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-1 px-2 text-left hover:text-ink focus-visible:-outline-offset-2',
        align === 'right' && 'flex-row-reverse',
      )}
      onClick={() => onSort(toNextSort(sort, by))}
    >
      <span className="truncate">{children}</span>
      {Arrow && <Arrow aria-hidden="true" className="size-3.5 shrink-0" />}
    </button>
  )
}

type RowElementProps = ReturnType<ReturnType<typeof useRovingRows>['rowProps']>

type GridRowProps<Row> = Partial<RowElementProps> & {
  row: Row
  columns: readonly Column<Row>[]
  ariaRowIndex: number | undefined
  isActive: boolean
  href: string | undefined
  tone: RowTone
  isSelected: boolean | undefined
  boxLabel: string | undefined
  onToggle: RowSelecting<Row>['onToggle'] | undefined
}

/** Memoized: a search key press renders only the rows it adds. */
const GridRow = memo(function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, columns, ariaRowIndex, isActive, href, tone, isSelected, boxLabel, onToggle, ...rowProps } = props
  return (
    <tr
      aria-rowindex={ariaRowIndex}
      aria-selected={isSelected}
      {...rowProps}
      className={cn(
        'group bg-surface focus-visible:-outline-offset-2',
        rowProps.onClick && 'cursor-pointer hover:bg-hover focus-visible:bg-hover',
        rowToneClass(tone),
        isSelected === true && 'bg-accent-soft',
      )}
    >
      <ActiveRowContext value={isActive}>
        {boxLabel !== undefined && (
          <td className="border-b border-line p-0">
            <SelectBox label={boxLabel} checked={isSelected === true} onToggle={(isRange) => onToggle?.(row, isRange)} />
          </td>
        )}
        {columns.map((column) => (
          <td
            key={column.key}
            className={cn(
              // 44 px for touch, and 1 px of border.
              'h-11.25 truncate border-b border-line px-2 first:pl-4 last:pr-4',
              alignClass[column.align ?? 'left'],
              column.className,
            )}
          >
            <CellContent column={column} row={row} href={column.isLink ? href : undefined} />
          </td>
        ))}
      </ActiveRowContext>
    </tr>
  )
}) as <Row>(props: GridRowProps<Row>) => ReactNode

function CellContent<Row>({ column, row, href }: { column: Column<Row>; row: Row; href: string | undefined }) {
  const content =
    href === undefined ? (
      column.cell(row)
    ) : (
      <a
        {...rowLinkProps}
        href={href}
        tabIndex={-1}
        className="-mx-2 -my-1.5 block min-h-11 min-w-0 flex-1 content-center overflow-hidden px-2 py-1.5 text-ellipsis"
      >
        {column.cell(row)}
      </a>
    )
  if (column.before === undefined) return content
  return (
    <span className="flex items-center gap-3">
      {/* The label enlarges the target, so that a near miss does not open the row. */}
      <label className="-my-2 -mr-1.5 flex min-h-11 items-center pr-1.5">{column.before(row)}</label>
      {content}
    </span>
  )
}

function SkeletonRow<Row>({ columns, index, hasBox }: { columns: readonly Column<Row>[]; index: number; hasBox: boolean }) {
  return (
    <tr aria-hidden="true">
      {hasBox && (
        <td className="border-b border-line">
          <Skeleton className="mx-auto size-5" />
        </td>
      )}
      {columns.map((column, position) => (
        <td key={column.key} className="h-11.25 border-b border-line px-2 first:pl-4 last:pr-4">
          <Skeleton className={cn(skeletonWidths[(index + position) % skeletonWidths.length], column.align === 'right' && 'ml-auto')} />
        </td>
      ))}
    </tr>
  )
}

const skeletonWidths = ['w-3/4', 'w-1/2', 'w-2/3', 'w-4/5', 'w-3/5']
