import { useEffect } from 'react'
import { readPageRange } from '#web/ui/tables/page-range.ts'

/** Moves to the last page when the list gets too short for the current one. */
export function useKeptPage(options: { isReady: boolean; page: number; pageSize: number; total: number; onPageChange: (page: number) => void }): void {
  const { isReady, page, pageSize, total, onPageChange } = options
  const kept = isReady ? readPageRange(page, pageSize, total).page : page
  useEffect(() => {
    if (kept !== page) onPageChange(kept)
  })
}
