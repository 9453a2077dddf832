import { cn } from '#web/ui/cn.ts'
import type { Due, DueFormat } from './read-due.ts'
import { useShopFormat } from '../shop-format.tsx'
import { useNow } from './use-now.ts'
import { t } from '#web/inputs/inputs-texts.ts'

type DueTextProps = {
  read: (format: DueFormat) => Due | null
  /** Says how late it is: under the date in a table, beside it on cards of orders. */
  withLate?: boolean | undefined
  className?: string | undefined
}

const classByTone = { normal: undefined, muted: 'text-muted', overdue: undefined }

export function DueText({ read, withLate = false, className }: DueTextProps) {
  const now = useNow()
  const { timeZone, dateTime, time } = useShopFormat()
  const due = read({ now, timeZone, formatDateTime: (instant) => dateTime(instant, now), formatTime: time })
  if (due === null) return null
  return (
    <span title={due.title || undefined} className={cn(className, classByTone[due.tone], !withLate && due.late?.isRecent === true && 'text-danger-ink')}>
      {due.text}
      {due.tone === 'overdue' && (
        <>
          <span className="sr-only">{t.overdueSaid()}</span>
          {withLate && due.late !== undefined && (
            <span className={cn('block text-sm max-[901px]:ml-2 max-[901px]:inline', due.late.isRecent ? 'font-semibold text-danger-ink' : 'text-muted')}>
              {due.late.text}
            </span>
          )}
        </>
      )}
    </span>
  )
}
