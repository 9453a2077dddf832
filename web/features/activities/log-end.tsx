import { History } from 'lucide-react'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { extentToText, type LogExtent, toBeginningText } from './log-extent.ts'
import type { OlderActivities } from './use-older-activities.ts'

type LogEndProps = {
  older: Pick<OlderActivities, 'isLoading' | 'loadMore' | 'problem'>
  extent: LogExtent
  /** Entries before this instant were removed; null: none were. */
  beginsAt: string | null
}

/** The end of the list: where this device's entries stop, with an action to fetch older ones, or the beginning of the log. */
export function LogEnd({ older: { isLoading, loadMore, problem }, extent, beginsAt }: LogEndProps) {
  const { completeSince, isOffline } = extent
  const { date } = useShopFormat()
  if (completeSince === null)
    return beginsAt === null ? null : <p className="border-t border-line px-4 py-3 text-sm text-muted">{toBeginningText(date(beginsAt))}</p>
  const text = isOffline ? extentToText(extent, date(completeSince)) : (problem?.message ?? extentToText(extent, date(completeSince)))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2">
      <p role="status" className="text-sm text-muted">
        {text}
      </p>
      <Button busy={isLoading} disabled={isOffline} onClick={loadMore}>
        <History aria-hidden="true" />
        Load older entries
      </Button>
    </div>
  )
}
