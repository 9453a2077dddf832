import type { Order } from '#schema/collections/work/orders.ts'
import { isFinishedStatus } from '#schema/values/order-status.ts'
import { type Due, type DueFormat, readDue } from '#web/inputs/time/read-due.ts'
import { t } from './orders-texts.ts'

/** Due By: blank for finished statuses, else the due date or that there is none. */
export const readDueCell = ({ orderStatusId, dueTimestamp }: Pick<Order, 'orderStatusId' | 'dueTimestamp'>, format: DueFormat): Due | null =>
  isFinishedStatus(orderStatusId) ? null : readDue(dueTimestamp, t.noDue(), format)

/** Screen readers hear each tag as 'Priority: ' before the item. */
export function readItemTags({ priority, repeat }: Pick<Order, 'priority' | 'repeat'>): ('priority' | 'repeat')[] {
  return [...(priority ? (['priority'] as const) : []), ...(repeat ? (['repeat'] as const) : [])]
}

export const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
