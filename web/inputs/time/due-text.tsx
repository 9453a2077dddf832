import { cn } from '#web/ui/cn.ts'
import type { Due, DueFormat } from './read-due.ts'
import { browserTimeZone, formatDateTime, formatTime } from './time.ts'
import { useNow } from './use-now.ts'

type DueTextProps = {
  /** What the cell tells; null for nothing. */
  read: (format: DueFormat) => Due | null
  className?: string | undefined
}

const classByTone = { normal: undefined, muted: 'text-muted', overdue: 'text-danger-ink' }

/** Due By in a table, read again as time goes by. */
export function DueText({ read, className }: DueTextProps) {
  const now = useNow()
  const due = read({ now, timeZone: browserTimeZone(), formatDateTime: (instant) => formatDateTime(instant, now), formatTime })
  if (due === null) return null
  return (
    <span title={due.title || undefined} className={cn(className, classByTone[due.tone])}>
      {due.text}
      {due.tone === 'overdue' && <span className="sr-only">, overdue</span>}
    </span>
  )
}
