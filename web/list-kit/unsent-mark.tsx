import { Clock } from 'lucide-react'
import { t } from '#web/inputs/inputs-texts.ts'

export function UnsentMark() {
  return (
    <span title={t.unsent()} className="inline-flex shrink-0 text-muted">
      <Clock aria-hidden="true" className="size-4" />
      <span className="sr-only">{t.unsent()}</span>
    </span>
  )
}
