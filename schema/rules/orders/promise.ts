import { isFinishedStatus, statusGroup } from '../../values/order-status.ts'
import { instantToMs } from '../text/calendar.ts'
import { daysUntilDue } from './due.ts'

type Promised = { orderStatusId: string; dueTimestamp: string | null }

type PromiseFormat = { now: Date; timeZone: string; formatTime: (instant: string) => string; formatDateTime: (instant: string) => string }

/**
 * When an order is promised, as somebody says it: 'today 14:00', 'Fri, Dec 4, 17:00', '2 d late'. It is trouble while
 * the shop can still do something about being late: neither finished nor waiting for somebody else.
 */
export function readPromise({ orderStatusId, dueTimestamp }: Promised, format: PromiseFormat): { text: string; isTrouble: boolean } {
  const { now, timeZone, formatTime, formatDateTime } = format
  if (dueTimestamp === null) return { text: 'no date', isTrouble: false }
  const days = daysUntilDue(dueTimestamp, now, timeZone)
  const isLate = instantToMs(dueTimestamp) < now.getTime() && !isFinishedStatus(orderStatusId)
  const isTrouble = isLate && statusGroup(orderStatusId) !== 'waiting'
  if (isLate && days < 0) return { text: `${-days} d late`, isTrouble }
  if (days === 0) return { text: `today ${formatTime(dueTimestamp)}${isLate ? ', late' : ''}`, isTrouble }
  return { text: days === 1 ? `tomorrow ${formatTime(dueTimestamp)}` : formatDateTime(dueTimestamp), isTrouble }
}
