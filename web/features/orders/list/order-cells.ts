import type { Order } from '#schema/collections/work/orders.ts'
import { instantToMs } from '#schema/rules/text/calendar.ts'
import { dueLabel } from '#schema/rules/orders/due.ts'
import { isFinishedStatus } from '#schema/values/order-status.ts'

type DueCell = { text: string; title: string; tone: 'normal' | 'muted' | 'overdue' }

type DueFormat = { now: Date; timeZone: string; formatDateTime: (instant: string) => string; formatTime: (instant: string) => string }

/** Due By: blank for finished statuses, else the due date, or that there is none (ORD-06..08). */
export function readDueCell(order: Pick<Order, 'orderStatusId' | 'dueTimestamp'>, format: DueFormat): DueCell | null {
  if (isFinishedStatus(order.orderStatusId)) return null
  if (order.dueTimestamp === null) return { text: 'No due date set', title: '', tone: 'muted' }
  const { now, timeZone, formatDateTime, formatTime } = format
  return {
    text: formatDateTime(order.dueTimestamp),
    title: dueLabel(order.dueTimestamp, now, timeZone, formatTime),
    tone: instantToMs(order.dueTimestamp) < now.getTime() ? 'overdue' : 'normal',
  }
}

/** 'Priority', 'Repeat', both, or none: each is read as 'Priority: ' in front of the item (ORD-02, ORD-03, AMB-66). */
export function readItemTags({ priority, repeat }: Pick<Order, 'priority' | 'repeat'>): ('Priority' | 'Repeat')[] {
  return [...(priority ? (['Priority'] as const) : []), ...(repeat ? (['Repeat'] as const) : [])]
}

/** Item details in one line of the table. */
export const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
