import { type OrderStatusGroup, statusGroup } from '#schema/values/order-status.ts'
import type { ChipTone } from '#web/ui/layout/badge.tsx'

const toneByGroup: Record<OrderStatusGroup, ChipTone> = { new: 'new', 'in-work': 'work', waiting: 'waiting', done: 'done', closed: 'closed' }

export const statusToTone = (statusId: string): ChipTone => toneByGroup[statusGroup(statusId)]
