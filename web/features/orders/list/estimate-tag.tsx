import type { EstimateMark } from '#schema/rules/estimates/estimate-mark.ts'
import { Tag } from '#web/ui/layout/badge.tsx'

const wordsByMark = {
  declined: { name: 'Declined', before: 'Estimate ', tone: 'danger', title: 'The customer declined the estimate' },
  waiting: { name: 'Estimate sent', before: '', tone: 'waiting', title: 'The customer has not answered the estimate yet' },
} as const

/** EST-03: what an order's estimate waits for, or that the answer was no. */
export function EstimateTag({ mark, className }: { mark: EstimateMark | null; className?: string }) {
  if (mark === null) return null
  const { name, before, tone, title } = wordsByMark[mark]
  return (
    <Tag tone={tone} className={className}>
      <span title={title}>
        {before !== '' && <span className="sr-only">{before}</span>}
        {name}
      </span>
    </Tag>
  )
}
