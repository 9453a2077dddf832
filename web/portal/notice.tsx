import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from '../ui/cn.ts'
import type { NoticeContent } from './portal-words.ts'

const classByTone = { ok: 'border-ok', danger: 'border-danger', neutral: 'border-accent' }

/**
 * A persistent message, because a slow reader would miss a toast. Its element exists before the text, so that screen
 * readers announce the change; while empty, a negative margin removes its gap.
 */
export function Notice({ notice }: { notice: NoticeContent | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice) place.current?.scrollIntoView({ block: 'nearest' })
  }, [notice])
  return (
    <div ref={place} role={notice?.tone === 'danger' ? 'alert' : 'status'} className="empty:-mt-4">
      {notice && (
        <div className={cn('flex items-start gap-2 rounded-md border border-l-4 bg-surface px-3 py-2.5', classByTone[notice.tone])}>
          {notice.tone === 'ok' && <CircleCheck aria-hidden="true" className="mt-px size-5 shrink-0 text-ok-ink" />}
          {notice.tone === 'danger' && <CircleAlert aria-hidden="true" className="mt-px size-5 shrink-0 text-danger-ink" />}
          <div className="min-w-0">
            <p className="font-semibold">{notice.title}</p>
            {notice.text !== undefined && <p className="text-muted wrap-anywhere">{notice.text}</p>}
            {notice.action && (
              <button type="button" className="min-h-11 text-accent-ink underline underline-offset-4" onClick={notice.action.onPress}>
                {notice.action.text}
              </button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
