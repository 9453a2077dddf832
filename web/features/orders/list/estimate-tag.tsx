import type { EstimateMark } from '#schema/rules/estimates/estimate-mark.ts'
import { Tag } from '#web/ui/layout/badge.tsx'
import { t } from './orders-texts.ts'

const wordsByMark = {
  declined: { name: t.declined(), before: t.estimateBefore(), sign: '✕', tone: 'danger', title: t.declinedTitle() },
  waiting: { name: t.estimateSent(), before: '', sign: '?', tone: 'waiting', title: t.estimateWaits() },
} as const

/** Shows an estimate that waits or was declined. */
export function EstimateTag({ mark, className }: { mark: EstimateMark | null; className?: string }) {
  if (mark === null) return null
  const { name, before, sign, tone, title } = wordsByMark[mark]
  return (
    <Tag tone={tone} className={className}>
      <span title={title}>
        {/* Next to another tag the word would squeeze the item on a tablet. */}
        <span aria-hidden="true" className="hidden sm:max-xl:inline">
          {sign}
        </span>
        <span className="sm:max-xl:sr-only">
          {before !== '' && <span className="sr-only">{`${before} `}</span>}
          {name}
        </span>
      </span>
    </Tag>
  )
}
