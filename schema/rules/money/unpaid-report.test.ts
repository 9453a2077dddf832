import { expect, test } from 'vitest'
import { orderStatusIdByName } from '../../values/order-status.ts'
import { buildUnpaidReport, owedStatusIds } from './unpaid-report.ts'

test('the oldest unpaid order comes first, with its age in days of the shop, and all of them add up to the cent', () => {
  const toRow = (id: string, createdAt: string, balance: number) => ({ order: { id, createdAt }, balance })
  const rows = [toRow('new', '2026-03-04T04:30:00.000Z', 0.1), toRow('old', '2026-01-04T12:00:00.000Z', 0.2)]
  const report = buildUnpaidReport(rows, new Date('2026-03-04T20:00:00.000Z'), 'America/New_York')
  // 23:30 of the day before in New York.
  expect(report.orders.map(({ order, days }) => [order.id, days])).toEqual([
    ['old', 59],
    ['new', 1],
  ])
  expect(report.sum).toBe(0.3)
  expect(buildUnpaidReport([], new Date(), 'UTC')).toEqual({ orders: [], sum: 0 })
})

test('a lead and a cancelled order owe nothing', () => {
  expect(owedStatusIds).not.toContain(orderStatusIdByName.Lead)
  expect(owedStatusIds).not.toContain(orderStatusIdByName.Cancelled)
  expect(owedStatusIds).toHaveLength(Object.keys(orderStatusIdByName).length - 2)
})
