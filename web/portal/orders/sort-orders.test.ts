import { expect, test } from 'vitest'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import type { PublicOrder } from '../portal-api.ts'
import { openOrdersFirst, orderToDueDate } from './sort-orders.ts'

const order = (id: string, status: OrderStatusName): PublicOrder => ({
  id,
  ticket: 'H-1',
  itemDetails: id,
  issueDescription: '',
  orderStatusId: orderStatusIdByName[status],
  quotedCost: null,
  dueTimestamp: '2026-03-05T12:00:00.000Z',
  createdAt: '2026-03-01T12:00:00.000Z',
  statusChangedAt: '2026-03-01T12:00:00.000Z',
})

test('open orders come before finished ones, each part in the order of the answer', () => {
  const listed = [order('a', 'Picked up'), order('b', 'Lead'), order('c', 'Fixed'), order('d', 'Diagnosis')]
  expect(openOrdersFirst(listed).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c'])
})

test('a finished order shows no due date', () => {
  expect(orderToDueDate(order('a', 'In Progress'))).toBe('2026-03-05T12:00:00.000Z')
  expect(orderToDueDate(order('b', 'Not Fixable'))).toBeNull()
})
