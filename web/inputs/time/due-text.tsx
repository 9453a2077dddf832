import { cn } from '#web/ui/cn.ts'
import type { Due, DueFormat } from './read-due.ts'
import { useShopFormat } from '../shop-format.tsx'
import { useNow } from './use-now.ts'

type DueTextProps = {
  read: (format: DueFormat) => Due | null
  className?: string | undefined
}

const classByTone = { normal: undefined, muted: 'text-muted', overdue: 'text-danger-ink' }

export function DueText({ read, className }: DueTextProps) {
  const now = useNow()
  const { timeZone, dateTime, time } = useShopFormat()
  const due = read({ now, timeZone, formatDateTime: (instant) => dateTime(instant, now), formatTime: time })
  if (due === null) return null
  return (
    <span title={due.title || undefined} className={cn(className, classByTone[due.tone])}>
      {due.text}
      {due.tone === 'overdue' && <span className="sr-only">, overdue</span>}
    </span>
  )
}
