import { memo, type ReactNode } from 'react'
import { ActiveRowContext } from './active-row.ts'
import { cn } from '../cn.ts'
import { CardList } from './card-list.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { type Column, type DataTableProps, hrefAt, openAt, rowToneClass } from './table-model.ts'
import { useMediaQuery } from '../use-media-query.ts'
import { rowLinkProps, useRovingRows } from './use-roving-rows.ts'

const alignClass = { left: 'text-left', right: 'text-right tabular-nums', center: 'text-center' }

/** A table with a sticky header: a press anywhere on a row opens it, arrows move, Enter opens; stacked cards under 640 px. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isNarrow = useMediaQuery('(max-width: 639px)')
  return isNarrow ? <CardList {...props} /> : <Grid {...props} />
}

function Grid<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, rowHref, rowTone, isLoading = false, loadingText, empty, className } = props
  const { skeletonCount = 10, totalRows, firstRowIndex = 0 } = props
  const { rowProps, containerProps, activeIndex } = useRovingRows({
    count: rows.length,
    onOpen: (index) => openAt(rows, index, onOpen),
    hrefOf: (index) => hrefAt(rows, index, rowHref),
  })
  return (
    <div className={cn('relative min-h-0 overflow-auto', className)}>
      <table
        role="grid"
        aria-label={label}
        aria-busy={isLoading || undefined}
        aria-rowcount={totalRows === undefined ? undefined : totalRows + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={column.width === undefined ? undefined : { width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={totalRows === undefined ? undefined : 1}>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={cn(
                  'sticky top-0 z-10 h-10 truncate border-b border-line bg-canvas px-2 text-sm font-semibold text-muted first:pl-4 last:pr-4',
                  alignClass[column.align ?? 'left'],
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...containerProps}>
          {isLoading && loadingText !== undefined && (
            <tr>
              <td colSpan={columns.length} className="h-11 border-b border-line px-4 text-muted">
                <p role="status">{loadingText}</p>
              </td>
            </tr>
          )}
          {isLoading
            ? Array.from({ length: skeletonCount }, (_, index) => <SkeletonRow key={index} columns={columns} index={index} />)
            : rows.map((row, index) => (
                <tr
                  key={rowKey(row)}
                  aria-rowindex={totalRows === undefined ? undefined : firstRowIndex + index + 2}
                  {...(onOpen ? rowProps(index) : {})}
                  className={cn(
                    'group bg-surface focus-visible:-outline-offset-2',
                    onOpen && 'cursor-pointer hover:bg-hover focus-visible:bg-hover',
                    rowToneClass(rowTone?.(row)),
                  )}
                >
                  <ActiveRowContext value={index === activeIndex}>
                    <RowCells columns={columns} row={row} href={rowHref?.(row)} />
                  </ActiveRowContext>
                </tr>
              ))}
          {!isLoading && rows.length === 0 && (
            <tr>
              <td colSpan={columns.length}>{empty}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Made again only for another row or other columns: one row of many changes at a time. */
const RowCells = memo(function RowCells<Row>({ columns, row, href }: { columns: readonly Column<Row>[]; row: Row; href: string | undefined }) {
  return columns.map((column) => (
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
  ))
}) as <Row>(props: { columns: readonly Column<Row>[]; row: Row; href: string | undefined }) => ReactNode

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
      {/* The label enlarges the target, so that a press close to the control does not open the row. */}
      <label className="-my-2 -mr-1.5 flex min-h-11 items-center pr-1.5">{column.before(row)}</label>
      {content}
    </span>
  )
}

function SkeletonRow<Row>({ columns, index }: { columns: readonly Column<Row>[]; index: number }) {
  return (
    <tr aria-hidden="true">
      {columns.map((column, position) => (
        <td key={column.key} className="h-11.25 border-b border-line px-2 first:pl-4 last:pr-4">
          <Skeleton className={cn(skeletonWidths[(index + position) % skeletonWidths.length], column.align === 'right' && 'ml-auto')} />
        </td>
      ))}
    </tr>
  )
}

const skeletonWidths = ['w-3/4', 'w-1/2', 'w-2/3', 'w-4/5', 'w-3/5']
