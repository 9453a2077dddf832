import { cn } from './cn.ts'
import { Skeleton } from './skeleton.tsx'
import { type DataTableProps, openAt, rowToneClass } from './table-model.ts'
import { useRovingRows } from './use-roving-rows.ts'

/** What DataTable shows under 640 px: one card a row, the first column (or `card: 'title'`) as its title. */
export function CardList<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, rowTone, isLoading = false, loadingText, empty, skeletonCount = 6, className } = props
  const { rowProps, containerProps } = useRovingRows({ count: rows.length, onOpen: (index) => openAt(rows, index, onOpen) })
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const corner = columns.find((column) => column.card === 'corner')
  const foot = columns.find((column) => column.card === 'foot')
  const others = columns.filter((column) => ![title, corner, foot].includes(column) && column.card !== 'hidden')

  if (isLoading) {
    return (
      <div aria-busy="true" className={className}>
        <p role="status" className="px-4 py-3 text-muted">
          {loadingText ?? 'Loading...'}
        </p>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <div key={index} aria-hidden="true" className="flex flex-col gap-3 border-b border-line px-4 py-4">
            <Skeleton className="w-2/3" />
            <Skeleton className="w-1/2" />
          </div>
        ))}
      </div>
    )
  }
  if (rows.length === 0) return <div className={className}>{empty}</div>
  return (
    <ul aria-label={label} {...containerProps} className={cn('min-h-0 overflow-auto', className)}>
      {rows.map((row, index) => (
        <li key={rowKey(row)} className={cn('border-b border-line bg-surface', rowToneClass(rowTone?.(row)))}>
          <div
            {...(onOpen ? { role: 'button', ...rowProps(index) } : {})}
            className={cn(
              'flex min-h-11 flex-col gap-1 px-4 py-3 focus-visible:-outline-offset-2',
              onOpen && 'cursor-pointer active:bg-hover',
            )}
          >
            <div className="flex items-start justify-between gap-3">
              <div className="min-w-0 flex-1 font-semibold">{title?.cell(row)}</div>
              {corner && <div className="max-w-[55%] shrink-0">{corner.cell(row)}</div>}
            </div>
            <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
              {others.map((column) => (
                <span key={column.key} className={cn('inline-flex min-w-0 max-w-full gap-1 has-[>span:last-child:empty]:hidden', column.align === 'right' && 'tabular-nums')}>
                  {column.card !== 'plain' && <span className="shrink-0">{column.header}</span>}
                  <span className="min-w-0 truncate text-ink">{column.cell(row)}</span>
                </span>
              ))}
            </div>
          </div>
          {/* What is chosen in it is no part of the button that the card is. */}
          {foot && (
            <div className="-mt-1 flex items-center gap-2 px-4 pb-3 text-sm text-muted">
              <span className="shrink-0">{foot.header}</span>
              <div className="min-w-0 flex-1">{foot.cell(row)}</div>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
