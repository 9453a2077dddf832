import { t } from '#web/language/controls-texts.ts'
/** `first` and `last` count from 1 and are 0 in an empty list. */
type PageRange = { page: number; pageCount: number; first: number; last: number; total: number }

/** Clamps the page to the existing ones. */
export function readPageRange(page: number, pageSize: number, total: number): PageRange {
  const pageCount = Math.max(1, Math.ceil(total / pageSize))
  const kept = Math.min(Math.max(1, Math.trunc(page)), pageCount)
  return {
    page: kept,
    pageCount,
    first: total === 0 ? 0 : (kept - 1) * pageSize + 1,
    last: Math.min(kept * pageSize, total),
    total,
  }
}

export function pageRangeToText({ first, last, total }: PageRange): string {
  return t.range({ first, last, total })
}

export function pageNumberToText({ page, pageCount }: PageRange): string {
  return t.pageOf({ page, pages: pageCount })
}
