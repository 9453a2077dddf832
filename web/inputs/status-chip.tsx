import { statusGroup, type OrderStatusGroup } from '#schema/values/order-status.ts'
import { Chip, type ChipTone } from '#web/ui/layout/badge.tsx'
import { useStatusName } from './use-status-name.ts'

const toneByGroup: Record<OrderStatusGroup, ChipTone> = { new: 'new', 'in-work': 'work', waiting: 'waiting', done: 'done', closed: 'closed' }

/** A status by its full name, coloured by its group. */
export function StatusChip({ statusId, canWrap, className }: { statusId: string; canWrap?: boolean | undefined; className?: string | undefined }) {
  const name = useStatusName(statusId)
  return (
    <Chip tone={toneByGroup[statusGroup(statusId)]} title={name} canWrap={canWrap} className={className}>
      {name}
    </Chip>
  )
}
