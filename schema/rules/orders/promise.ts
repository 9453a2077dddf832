import type { InputsTexts } from '../../language/compiled/inputs/inputs-type.ts'
import type { OrderFormTexts } from '../../language/compiled/orderForm/orderForm-type.ts'
import { isFinishedStatus, statusGroup } from '../../values/order-status.ts'
import { instantToMs } from '../text/calendar.ts'
import { daysUntilDue } from './due.ts'

type Promised = { orderStatusId: string; dueTimestamp: string | null }

type PromiseFormat = {
  now: Date
  timeZone: string
  formatTime: (instant: string) => string
  formatDateTime: (instant: string) => string
  texts: OrderFormTexts['promise'] & Pick<InputsTexts, 'late'>
}

/**
 * When an order is promised, as somebody says it: 'today 14:00', 'Fri, Dec 4, 17:00', '2 d late'. It is trouble while
 * the shop can still do something about being late: neither finished nor waiting for somebody else.
 */
export function readPromise({ orderStatusId, dueTimestamp }: Promised, format: PromiseFormat): { text: string; isTrouble: boolean } {
  const { now, timeZone, formatTime, formatDateTime, texts } = format
  if (dueTimestamp === null) return { text: texts.none(), isTrouble: false }
  const days = daysUntilDue(dueTimestamp, now, timeZone)
  const isLate = instantToMs(dueTimestamp) < now.getTime() && !isFinishedStatus(orderStatusId)
  const isTrouble = isLate && statusGroup(orderStatusId) !== 'waiting'
  if (isLate && days < 0) return { text: texts.late.days({ days: -days }), isTrouble }
  const time = formatTime(dueTimestamp)
  if (days === 0) return { text: isLate ? texts.todayLate({ time }) : texts.today({ time }), isTrouble }
  return { text: days === 1 ? texts.tomorrow({ time }) : formatDateTime(dueTimestamp), isTrouble }
}
