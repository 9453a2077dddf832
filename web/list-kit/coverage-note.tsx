import type { Coverage } from '#web/device/lists/live-list.ts'
import { Spinner } from '#web/ui/layout/spinner.tsx'
import { t } from '#web/inputs/inputs-texts.ts'
import { countToText } from '#web/language/staff-texts.ts'

type CoverageNoteProps = {
  coverage: Coverage | undefined
  noun: string
  /** A search or filter covers the loaded rows; without one the list shows the newest. */
  isFiltered: boolean
}

/**
 * Says, while the shop's rows are being fetched, how many are loaded or what a search covers. Below the list, so that
 * no row moves when it disappears.
 */
export function CoverageNote({ coverage, noun, isFiltered }: CoverageNoteProps) {
  if (coverage === undefined) return null
  return (
    <p className="flex items-center gap-2 border-t border-line bg-sunken px-4 py-1.5 text-sm text-muted tabular-nums">
      <Spinner className="size-4 shrink-0" />
      {coverageToText(coverage, noun, isFiltered)}
    </p>
  )
}

/** "Search covers the 4,000 of 20,190 orders that are here so far." */
function coverageToText({ here, total }: Coverage, noun: string, isFiltered: boolean): string {
  const all = { total: countToText(total), noun }
  if (here === null) return isFiltered ? t.coverSearchUnknown(all) : t.coverLoadingUnknown(all)
  const some = { ...all, here: countToText(here) }
  return isFiltered ? t.coverSearch(some) : t.coverLoading(some)
}
