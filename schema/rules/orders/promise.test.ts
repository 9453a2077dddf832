import { expect, test } from 'vitest'
import { texts as inputs } from '../../language/compiled/inputs/inputs-en.ts'
import { texts } from '../../language/compiled/orderForm/orderForm-en.ts'
import { orderStatusIdByName, type OrderStatusName } from '../../values/order-status.ts'
import { readPromise } from './promise.ts'

const now = new Date('2026-03-10T12:00:00.000Z')
const read = (dueTimestamp: string | null, status: OrderStatusName = 'In Progress') => {
  const [formatTime, formatDateTime] = [(instant: string) => instant.slice(11, 16), (instant: string) => instant.slice(0, 10)]
  const format = { now, timeZone: 'UTC', formatTime, formatDateTime, texts: { ...texts.promise, late: inputs.late } }
  const { text, isTrouble } = readPromise({ orderStatusId: orderStatusIdByName[status], dueTimestamp }, format)
  return [text, isTrouble]
}

test('a promise is told as people say it, and is trouble only while the shop can do something about being late', () => {
  expect(read(null)).toEqual(['no date', false])
  expect(read('2026-03-10T14:00:00.000Z')).toEqual(['today 14:00', false])
  expect(read('2026-03-10T09:00:00.000Z')).toEqual(['today 09:00, late', true])
  expect(read('2026-03-11T09:00:00.000Z')).toEqual(['tomorrow 09:00', false])
  expect(read('2026-03-20T09:00:00.000Z')).toEqual(['2026-03-20', false])
  expect(read('2026-03-08T09:00:00.000Z')).toEqual(['2 d late', true])
  expect(read('2026-03-08T09:00:00.000Z', 'Waiting For Part')).toEqual(['2 d late', false])
  expect(read('2026-03-08T09:00:00.000Z', 'Picked up')).toEqual(['2026-03-08', false])
})
