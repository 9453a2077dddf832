import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { cn } from '../cn.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { pageNumberToText, pageRangeToText, readPageRange } from './page-range.ts'
import { t } from '#web/language/controls-texts.ts'

type PaginationProps = {
  /** Counts from 1. */
  page: number
  pageSize: number
  total: number
  /** Names the entries that `total` counts, if not all. */
  note?: string | undefined
  onPageChange: (page: number) => void
  className?: string | undefined
}

export function Pagination({ page, pageSize, total, note, onPageChange, className }: PaginationProps) {
  const range = readPageRange(page, pageSize, total)
  const atStart = range.page <= 1
  const atEnd = range.page >= range.pageCount
  // aria-disabled, not disabled: the button keeps the focus at the end.
  const isEmpty = total === 0
  // Stays mounted when the list is empty, so that screen readers announce that too.
  return (
    <nav
      aria-label={t.pages()}
      className={isEmpty ? 'sr-only' : cn('flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-1 tabular-nums', className)}
    >
      <p role="status" className="text-sm text-muted normal-nums">
        {pageRangeToText(range)}
        {note !== undefined && `, ${note}`}
      </p>
      <div className={isEmpty ? 'hidden' : cn('flex items-center gap-1', range.pageCount === 1 && 'max-sm:hidden')}>
        <IconButton label={t.firstPage()} icon={<ChevronFirst aria-hidden="true" />} aria-disabled={atStart} onClick={() => !atStart && onPageChange(1)} />
        <IconButton
          label={t.previousPage()}
          icon={<ChevronLeft aria-hidden="true" />}
          aria-disabled={atStart}
          onClick={() => !atStart && onPageChange(range.page - 1)}
        />
        <span className="px-2 text-sm whitespace-nowrap">{pageNumberToText(range)}</span>
        <IconButton
          label={t.nextPage()}
          icon={<ChevronRight aria-hidden="true" />}
          aria-disabled={atEnd}
          onClick={() => !atEnd && onPageChange(range.page + 1)}
        />
        <IconButton
          label={t.lastPage()}
          icon={<ChevronLast aria-hidden="true" />}
          aria-disabled={atEnd}
          onClick={() => !atEnd && onPageChange(range.pageCount)}
        />
      </div>
    </nav>
  )
}
