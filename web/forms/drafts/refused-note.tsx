import { CircleAlert } from 'lucide-react'
import type { RefusedSource } from './refused-source.ts'
import { t } from '#web/forms/forms-texts.ts'

export function RefusedNote({ refused }: { refused: RefusedSource | undefined }) {
  if (refused === undefined) return null
  return (
    <div role="status" className="mb-4 flex items-start gap-3 rounded-md bg-warn-soft px-3 py-2.5 text-warn-ink">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <p className="min-w-0 flex-1">{t.refused({ reason: /[.!?]$/.test(refused.message) ? refused.message : `${refused.message}.` })}</p>
    </div>
  )
}
