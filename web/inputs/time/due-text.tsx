import { cn } from '#web/ui/cn.ts'
import type { Due, DueFormat } from './read-due.ts'
import { useShopFormat } from '../shop-format.tsx'
import { useNow } from './use-now.ts'
import { t } from '#web/inputs/inputs-texts.ts'

type DueTextProps = {
  read: (format: DueFormat) => Due | null
  /** Says how late it is, with these classes. */
  lateClassName?: string | undefined
  className?: string | undefined
}

const classByTone = { normal: undefined, muted: 'text-muted', overdue: undefined }

export function DueText({ read, lateClassName, className }: DueTextProps) {
  const now = useNow()
  const { timeZone, dateTime, time } = useShopFormat()
  const due = read({ now, timeZone, formatDateTime: (instant) => dateTime(instant, now), formatTime: time })
  if (due === null) return null
  return (
    <span
      title={due.title || undefined}
      className={cn(className, classByTone[due.tone], lateClassName === undefined && due.late?.isRecent === true && 'text-danger-ink')}
    >
      {due.text}
      {due.tone === 'overdue' && (
        <>
          <span className="sr-only">{t.overdueSaid()}</span>
          {lateClassName !== undefined && due.late !== undefined && (
            <span className={cn('text-sm', lateClassName, due.late.isRecent ? 'font-semibold text-danger-ink' : 'text-muted')}>{due.late.text}</span>
          )}
        </>
      )}
    </span>
  )
}
