import { expect, test } from 'vitest'
import { orderStatusIdByName, type OrderStatusName } from '#schema/values/order-status.ts'
import type { PublicOrder } from '../portal-api.ts'
import { orderToDueDate, splitOrders } from './sort-orders.ts'

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

test('what has to be picked up, repaired or not, comes after what is in progress; what is over stands apart', () => {
  const listed = [order('a', 'Picked up'), order('b', 'Lead'), order('c', 'Fixed'), order('d', 'Diagnosis')]
  const { open, finished } = splitOrders([
    ...listed,
    order('e', 'Cancelled'),
    order('f', 'Not Fixable'),
    order('g', 'Part Not Available'),
    order('h', 'Recycled'),
  ])
  expect(open.map(({ id }) => id)).toEqual(['b', 'd', 'c', 'f', 'g'])
  expect(finished.map(({ id }) => id)).toEqual(['a', 'e', 'h'])
})

test('a finished order shows no due date', () => {
  expect(orderToDueDate(order('a', 'In Progress'))).toBe('2026-03-05T12:00:00.000Z')
  expect(orderToDueDate(order('b', 'Not Fixable'))).toBeNull()
})
