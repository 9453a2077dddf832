import { Fragment, type ReactNode } from 'react'
import { ActiveRowContext } from './active-row.ts'
import { cn } from '../cn.ts'
import { Skeleton } from '../layout/skeleton.tsx'
import { SelectBox } from './select-box.tsx'
import { type DataTableProps, hrefAt, openAt, rowToneClass, selectAt } from './table-model.ts'
import { rowLinkProps, useRovingRows } from './use-roving-rows.ts'
import { t } from '#web/language/controls-texts.ts'

/** The DataTable under 640 px: one card per row, titled by the first column (or `card: 'title'`). */
export function CardList<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, rowHref, rowTone, isLoading = false, loadingText, empty, skeletonCount = 6, selecting, className } = props
  const { rowProps, containerProps, activeIndex } = useRovingRows({
    count: rows.length,
    onOpen: (index) => openAt(rows, index, onOpen),
    onKey: (index, event) => selectAt(rows, index, event, selecting),
    hrefOf: (index) => hrefAt(rows, index, rowHref),
  })
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const corner = columns.find((column) => column.card === 'corner')
  const feet = columns.filter(({ card }) => card === 'foot' || card === 'foot-plain')
  const others = columns.filter((column) => ![title, corner, ...feet].includes(column) && column.card !== 'hidden')

  if (isLoading) {
    return (
      <div aria-busy="true" className={className}>
        <p role="status" className="px-4 py-3 text-muted">
          {loadingText ?? t.loading()}
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
    <ul aria-label={label} {...containerProps} className={cn('relative min-h-0 overflow-auto', className)}>
      {rows.map((row, index) => (
        <li
          key={rowKey(row)}
          className={cn('border-b border-line bg-surface', rowToneClass(rowTone?.(row)), selecting?.isSelected(row) === true && 'bg-accent-soft')}
        >
          <div className="flex">
            {selecting?.isShown === true && (
              <ActiveRowContext value={index === activeIndex}>
                <SelectBox
                  label={selecting.toLabel(row)}
                  checked={selecting.isSelected(row)}
                  onToggle={(isRange) => selecting.onToggle(row, isRange)}
                  className="-mr-3 ml-1 shrink-0"
                />
              </ActiveRowContext>
            )}
            {title?.before && (
              <label className="flex items-start pt-3 pl-4">
                <ActiveRowContext value={index === activeIndex}>{title.before(row)}</ActiveRowContext>
              </label>
            )}
            <CardFace href={rowHref?.(row)} isButton={onOpen !== undefined} rowProps={onOpen ? rowProps(index) : {}} hasFoot={feet.length > 0}>
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 flex-1 font-semibold">{title?.cell(row)}</span>
                {corner && <span className="max-w-[55%] shrink-0">{corner.cell(row)}</span>}
              </span>
              <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-muted">
                {others.map((column) => (
                  <span
                    key={column.key}
                    className={cn(
                      'inline-flex min-w-0 max-w-full items-baseline gap-1 has-[>span:last-child:empty]:hidden',
                      column.align === 'right' && 'tabular-nums',
                    )}
                  >
                    {column.card !== 'plain' && <span className="shrink-0">{column.header}</span>}
                    <span className="min-w-0 truncate text-ink">{column.cell(row)}</span>
                  </span>
                ))}
              </span>
            </CardFace>
          </div>
          {/* Outside the card's link or button, because it has controls of its own. */}
          {feet.length > 0 && (
            <div className="flex items-center gap-2 px-4 pb-3 text-sm text-muted">
              {feet.map((foot) => (
                <Fragment key={foot.key}>
                  {foot.card === 'foot' && <span className="shrink-0">{foot.header}</span>}
                  <div className={cn('min-w-0', foot.card === 'foot' ? 'flex-1' : 'flex-auto')}>
                    <ActiveRowContext value={index === activeIndex}>{foot.cell(row)}</ActiveRowContext>
                  </div>
                </Fragment>
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

type CardFaceProps = {
  href: string | undefined
  isButton: boolean
  rowProps: Partial<ReturnType<ReturnType<typeof useRovingRows>['rowProps']>>
  hasFoot: boolean
  children: ReactNode
}

/** The card's pressable part: a link if the row has an address, else a button if it opens something. */
function CardFace({ href, isButton, rowProps, hasFoot, children }: CardFaceProps) {
  const className = cn(
    'flex min-h-11 min-w-0 flex-1 flex-col gap-1 px-4 pt-3 focus-visible:-outline-offset-2',
    hasFoot ? 'pb-1.5' : 'pb-3',
    (isButton || href !== undefined) && 'cursor-pointer active:bg-hover',
  )
  if (href !== undefined) {
    return (
      <a {...rowLinkProps} {...rowProps} href={href} className={className}>
        {children}
      </a>
    )
  }
  return (
    <div {...(isButton && { role: 'button' })} {...rowProps} className={className}>
      {children}
    </div>
  )
}
